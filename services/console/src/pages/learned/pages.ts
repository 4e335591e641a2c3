import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'learned',
    title: 'Learned',
    group: 'Knowledge',
    order: 1,
    needs: 'listArtifacts',
    load: () => import('./learned-page.tsx'),
  },
  { path: 'learned/:id', title: 'Artifact', needs: 'getArtifact', load: () => import('./artifact-page.tsx') },
];
