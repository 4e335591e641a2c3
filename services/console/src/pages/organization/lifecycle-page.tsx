import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { InOrganization } from './in-organization.tsx';
import { LifecycleList } from './lifecycle-list.tsx';

export default function LifecyclePage(): ReactNode {
  return (
    <Page title="Lifecycle" lead="When memories and events are archived and deleted. The most specific scope decides.">
      <InOrganization>
        {(organization) => <LifecycleList key={organization.id} organization={organization} />}
      </InOrganization>
    </Page>
  );
}
