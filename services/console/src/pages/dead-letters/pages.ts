import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'dead-letters',
    title: 'Dead letters',
    group: 'Operations',
    order: 2,
    needs: 'getHealth',
    load: () => import('./dead-letters-page.tsx'),
  },
];
