import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'api-keys',
    title: 'API keys',
    group: 'Settings',
    order: 1,
    needs: 'listApiKeys',
    load: () => import('./api-keys-page.tsx'),
  },
];
