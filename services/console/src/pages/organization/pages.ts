import type { PageDefinition } from '../../navigation/page-definition.ts';

const group = 'Organization';

export const pages: readonly PageDefinition[] = [
  { path: 'organization', title: 'Organization', group, order: 1, load: () => import('./organization-page.tsx') },
  { path: 'policies', title: 'Policies', group, order: 2, load: () => import('./policies-page.tsx') },
  { path: 'lifecycle', title: 'Lifecycle', group, order: 3, load: () => import('./lifecycle-page.tsx') },
  { path: 'logs', title: 'Logs', group, order: 4, load: () => import('./logs-page.tsx') },
];
