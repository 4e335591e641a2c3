import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  { path: 'secrets', title: 'Secrets found', group: 'Settings', order: 3, load: () => import('./secrets-page.tsx') },
];
