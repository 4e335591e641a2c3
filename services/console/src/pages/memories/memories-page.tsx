import type { Input, Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { OutcomeFilter } from '../../ui/outcome.tsx';
import { Page } from '../../ui/page.tsx';
import { SCOPE_FILTERS, ScopeFilters } from '../../ui/scope-filters.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Memory = Item<'listMemories'>;

const KINDS = [
  'statement',
  'question',
  'request',
  'preference',
  'decision',
  'plan',
  'fact',
  'action',
  'finding',
  'error',
  'error_resolution',
] as const satisfies readonly Memory['kind'][];

const VALIDITY = [
  { value: '', label: 'All' },
  { value: 'true', label: 'Holds' },
  { value: 'false', label: 'Replaced' },
] as const;

const COLUMNS: readonly Column<Memory>[] = [
  { id: 'kind', title: 'Kind', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { id: 'content', title: 'Content', width: 4, cell: ({ content }) => content.slice(0, 200) },
  { id: 'holds', title: 'Holds', isSecondary: true, cell: ({ validTo }) => (validTo === null ? 'yes' : 'replaced') },
  { id: 'agent', title: 'Agent', isSecondary: true, cell: ({ agentId }) => agentId },
  { id: 'at', title: 'Since', isTime: true, cell: ({ validFrom }) => <Time at={validFrom} /> },
];

/** What is remembered, the newest first. */
export default function MemoriesPage(): ReactNode {
  const [filters, change] = useFilters([...SCOPE_FILTERS, 'current', 'outcome']);
  const list = useCursorList('listMemories', filters as Input<'listMemories'>);
  const navigate = useNavigate();
  return (
    <Page title="Memories" lead="What was said, decided, found or done, the newest first.">
      <ScopeFilters filters={filters} onChange={change} typeLabel="Kind" types={KINDS}>
        <SelectField
          label="Validity"
          choices={VALIDITY}
          value={VALIDITY.find(({ value }) => value === filters.current)?.value ?? ''}
          onChange={(value) => change('current', value)}
        />
        <OutcomeFilter value={filters.outcome} onChange={(value) => change('outcome', value)} />
      </ScopeFilters>
      <DataList
        label="Memories"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate(`/memories/${id}`)}
        empty={
          Object.keys(filters).length === 0 ? (
            <EmptyState title="Nothing is remembered yet" actions={<Link to="/jobs">See the learn jobs</Link>}>
              Memories appear when captured events have been learned.
            </EmptyState>
          ) : (
            <EmptyState title="No memory fits these filters">Clear a filter to see more memories.</EmptyState>
          )
        }
      />
    </Page>
  );
}
