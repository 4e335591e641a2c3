import type { ReactNode } from 'react';
import { useSession } from '../session/use-session.ts';
import { may } from '../session/may.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { PageDefinition } from '../navigation/page-definition.ts';

interface PageGuardProps {
  readonly page: PageDefinition;
  readonly children: ReactNode;
}

/** Shows a page to those who may use it. */
export function PageGuard({ page: { title, needs }, children }: PageGuardProps): ReactNode {
  const session = useSession();
  if (needs === undefined || may(session, needs)) return children;
  return (
    <Page title={title}>
      <EmptyState title="You may not open this page" actions={<ButtonLink to="/">Go to Home</ButtonLink>}>
        Your role in {session.tenant.name} does not allow it. Ask an owner or admin for another role.
      </EmptyState>
    </Page>
  );
}
