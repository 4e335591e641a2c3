import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  { path: 'connect', title: 'Connect', group: 'Settings', order: 0, load: () => import('./connect-page.tsx') },
];
