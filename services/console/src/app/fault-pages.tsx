import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

/** An address that leads nowhere. */
export const NoSuchPage = (): ReactNode => (
  <Page title="Page not found">
    <EmptyState title="There is no such page" actions={<ButtonLink to="/">Go to Home</ButtonLink>}>
      The address may be wrong, or the page is part of another version of Strata.
    </EmptyState>
  </Page>
);

/** A part of a page failed. The rest of the console goes on. */
export function PageFault(): ReactNode {
  const error = useRouteError();
  const isOld = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <Page title="This page does not work">
      <EmptyState
        title={isOld ? 'The page could not be loaded' : 'This page does not work'}
        actions={
          <>
            <Button kind="primary" onPress={() => location.reload()}>
              Load the page again
            </Button>
            <ButtonLink to="/">Go to Home</ButtonLink>
          </>
        }
      >
        {isOld
          ? 'Strata does not respond, or was updated since this page was opened.'
          : 'Nothing was changed. If it happens again, report it with what you did.'}
      </EmptyState>
    </Page>
  );
}
