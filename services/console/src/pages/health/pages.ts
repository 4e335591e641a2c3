import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'health',
    title: 'Health',
    group: 'Operations',
    order: 3,
    needs: 'getHealth',
    load: () => import('./health-page.tsx'),
  },
];
