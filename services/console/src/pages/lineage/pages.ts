import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'lineage',
    title: 'Lineage',
    group: 'Knowledge',
    order: 5,
    needs: 'getMemory',
    load: () => import('./lineage-page.tsx'),
  },
];
