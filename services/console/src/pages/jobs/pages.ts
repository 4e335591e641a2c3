import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'jobs',
    title: 'Jobs',
    group: 'Operations',
    order: 1,
    needs: 'listJobs',
    load: () => import('./jobs-page.tsx'),
  },
];
