import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { RouterProvider as LinkProvider } from 'react-aria-components';
import { Navigate, Outlet, useHref, useLocation, useNavigate } from 'react-router';
import { SessionContext, useSessionQuery } from '../session/use-session.ts';
import type { Session } from '../session/session.ts';
import { useRenewal } from '../session/use-renewal.ts';
import { ErrorState, Loading } from '../ui/states.tsx';
import { AwayBanner } from './away-banner.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import './shell.css';

/** What surrounds every page of a signed-in user. Others are led to sign in, and back afterwards. */
export function Shell(): ReactNode {
  const { data: session, error, refetch } = useSessionQuery();
  const location = useLocation();
  if (session === undefined)
    return (
      <main className="page">
        {error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </main>
    );
  if (session === null) {
    const next = `${location.pathname}${location.search}`;
    return <Navigate replace to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} />;
  }
  return (
    <SessionContext value={session}>
      <SignedIn session={session} />
    </SessionContext>
  );
}

function SignedIn({ session }: { readonly session: Session }): ReactNode {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Open on one page only: the next one closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const isNavOpen = openedAt === pathname;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useRenewal(session);
  useForgetOtherUsers(session);
  useEffect(() => {
    // As after a load of a page: what is read out next is its beginning.
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [pathname]);
  return (
    <LinkProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <div className="shell">
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        <Header isNavOpen={isNavOpen} onToggleNav={() => setOpenedAt(isNavOpen ? undefined : pathname)} />
        <Navigation isOpen={isNavOpen} />
        <main id="main" ref={main} tabIndex={-1} className="shell-main">
          <AwayBanner />
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </LinkProvider>
  );
}

/** What one user has read must not be shown to the next one of this browser. */
function useForgetOtherUsers({ user, tenant }: Session): void {
  const client = useQueryClient();
  const who = `${tenant.id} ${user.id}`;
  const earlier = useRef(who);
  useEffect(() => {
    if (earlier.current === who) return;
    earlier.current = who;
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  }, [client, who]);
}
