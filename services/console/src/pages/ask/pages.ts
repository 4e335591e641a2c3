import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'ask',
    title: 'Ask',
    group: 'Overview',
    order: 2,
    needs: 'synthesize',
    load: () => import('./ask-page.tsx'),
  },
];
