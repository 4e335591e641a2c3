import type { PageDefinition } from '../../app/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  { path: '', title: 'Home', group: 'Overview', order: 1, load: () => import('./home-page.tsx') },
];
