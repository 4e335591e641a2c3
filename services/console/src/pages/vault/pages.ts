import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  { path: 'vault', title: 'Vault', group: 'Settings', order: 2, load: () => import('./vaults-page.tsx') },
  { path: 'vault/:id', title: 'Vault', load: () => import('./vault-page.tsx') },
];
