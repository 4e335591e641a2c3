import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'events',
    title: 'Events',
    group: 'Knowledge',
    order: 3,
    needs: 'listEvents',
    load: () => import('./events-page.tsx'),
  },
  { path: 'events/:id', title: 'Event', needs: 'getEvent', load: () => import('./event-page.tsx') },
];
