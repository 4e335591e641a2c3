import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { DryRun } from './dry-run.tsx';
import { InOrganization } from './in-organization.tsx';
import { Permitted } from './permitted.tsx';
import { PolicyList } from './policy-list.tsx';

export default function PoliciesPage(): ReactNode {
  return (
    <Page title="Policies" lead="Who may read or write what. The highest priority wins; at equal priority, deny wins.">
      <InOrganization>
        {(organization) => (
          <Permitted operation="listPolicies" organization={organization} what="policies">
            <PolicyList key={organization.id} organization={organization} />
            <DryRun key={`dry-run ${organization.id}`} organization={organization} />
          </Permitted>
        )}
      </InOrganization>
    </Page>
  );
}
