import type { ReactNode } from 'react';
import { useMay } from '../../session/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { Findings } from './findings.tsx';
import { SecretRules } from './secret-rules.tsx';

const NAMES = ['tab'] as const;

export default function SecretsPage(): ReactNode {
  const [{ tab }, change] = useFilters(NAMES);
  const mayListEvents = useMay('listEvents');
  return (
    <Page
      title="Secrets found"
      lead="Credentials in captured events are replaced before anything is stored. Strata never keeps them."
    >
      <Tabs
        label="Secrets"
        selected={tab === 'rules' || !mayListEvents ? 'rules' : 'findings'}
        onSelect={(selected) => change('tab', selected)}
        tabs={[
          ...(mayListEvents ? [{ id: 'findings', title: 'Findings', content: <Findings /> }] : []),
          { id: 'rules', title: 'Rules', content: <SecretRules /> },
        ]}
      />
    </Page>
  );
}
