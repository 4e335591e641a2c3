import { createBrowserRouter, type RouteObject } from 'react-router';
import { Loading } from '../ui/states.tsx';
import { CONSOLE_BASE } from '../session/addresses.ts';
import { NoSuchPage, PageFault } from './fault-pages.tsx';
import { PageGuard } from './page-guard.tsx';
import type { PageDefinition } from '../navigation/page-definition.ts';
import { PAGES } from '../navigation/pages.ts';
import { Shell } from '../shell/shell.tsx';

const routeOf = (page: PageDefinition): RouteObject => ({
  ...(page.path === '' ? { index: true } : { path: page.path }),
  lazy: async () => {
    const { default: Content } = await page.load();
    return {
      Component: () => (
        <PageGuard page={page}>
          <Content />
        </PageGuard>
      ),
    };
  },
  errorElement: <PageFault />,
});

/** The pages of visitors, who need not be signed in. */
const visitorPages: RouteObject[] = [
  { path: 'sign-in', lazy: async () => ({ Component: (await import('../visitor/sign-in-page.tsx')).default }) },
  { path: 'register', lazy: async () => ({ Component: (await import('../visitor/register-page.tsx')).default }) },
  {
    path: 'accept-invitation',
    lazy: async () => ({ Component: (await import('../visitor/invitation-page.tsx')).default }),
  },
  {
    path: 'reset-password',
    lazy: async () => ({ Component: (await import('../visitor/reset-password-page.tsx')).default }),
  },
];

export const router = createBrowserRouter(
  [
    {
      errorElement: <PageFault />,
      HydrateFallback: () => <Loading />,
      children: [
        ...visitorPages,
        { Component: Shell, children: [...PAGES.map(routeOf), { path: '*', Component: NoSuchPage }] },
      ],
    },
  ],
  { basename: CONSOLE_BASE.replace(/\/$/, '') || '/' },
);
