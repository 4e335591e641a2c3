import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  { path: '', title: 'Home', group: 'Overview', order: 1, load: () => import('./home-page.tsx') },
];
