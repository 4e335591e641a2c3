import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: 'sessions',
    title: 'Sessions',
    group: 'Knowledge',
    order: 4,
    needs: 'listSessions',
    load: () => import('./sessions-page.tsx'),
  },
  { path: 'sessions/:id', title: 'Session', needs: 'listEvents', load: () => import('./session-page.tsx') },
];
