import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { AccessLog } from './access-log.tsx';
import { AuditLog } from './audit-log.tsx';
import { InOrganization } from './in-organization.tsx';
import { Permitted } from './permitted.tsx';

const NAMES = ['tab'] as const;

export default function LogsPage(): ReactNode {
  const [{ tab }, change] = useFilters(NAMES);
  return (
    <Page title="Logs" lead="Every change and every denial, and every memory that somebody was given.">
      <InOrganization>
        {(organization) => (
          <Permitted operation="listAudit" organization={organization} what="logs">
            <Tabs
              label="Logs"
              selected={tab === 'access' ? 'access' : 'audit'}
              onSelect={(id) => change('tab', id)}
              tabs={[
                { id: 'audit', title: 'Audit log', content: <AuditLog orgId={organization.id} /> },
                { id: 'access', title: 'Access log', content: <AccessLog orgId={organization.id} /> },
              ]}
            />
          </Permitted>
        )}
      </InOrganization>
    </Page>
  );
}
