import type { PageDefinition } from '../../navigation/page-definition.ts';

export const pages: readonly PageDefinition[] = [
  { path: 'sessions/:id', title: 'Session', needs: 'listEvents', load: () => import('./session-page.tsx') },
];
