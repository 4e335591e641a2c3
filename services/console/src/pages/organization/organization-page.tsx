import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { Agents } from './agents.tsx';
import { InOrganization, NewOrganization, type Organization } from './in-organization.tsx';
import { Members } from './members.tsx';
import { Namespaces } from './namespaces.tsx';
import { Teams } from './teams.tsx';
import { useMay } from '../../session/use-session.ts';

const NAMES = ['tab'] as const;

export default function OrganizationPage(): ReactNode {
  return (
    <Page
      title="Organization"
      lead="Who works here, in which teams, with which agents, on which data."
      actions={<NewOrganization />}
    >
      <InOrganization>{(organization) => <Parts key={organization.id} organization={organization} />}</InOrganization>
    </Page>
  );
}

function Parts({ organization }: { readonly organization: Organization }): ReactNode {
  const [{ tab }, change] = useFilters(NAMES);
  const mayListMembers = useMay('listMembers', organization);
  const tabs = [
    ...(mayListMembers ? [{ id: 'members', title: 'Members', content: <Members organization={organization} /> }] : []),
    { id: 'teams', title: 'Teams', content: <Teams organization={organization} /> },
    { id: 'agents', title: 'Agents', content: <Agents organization={organization} /> },
    { id: 'namespaces', title: 'Namespaces', content: <Namespaces organization={organization} /> },
  ];
  const selected = tabs.find(({ id }) => id === tab)?.id ?? tabs[0]?.id ?? '';
  return (
    <Tabs label="Parts of the organization" tabs={tabs} selected={selected} onSelect={(id) => change('tab', id)} />
  );
}
