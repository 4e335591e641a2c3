import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'memories',
    title: 'Memories',
    group: 'Knowledge',
    order: 2,
    needs: 'listMemories',
    load: () => import('./memories-page.tsx'),
  },
  { path: 'memories/:id', title: 'Memory', needs: 'getMemoryTimeline', load: () => import('./memory-page.tsx') },
];
