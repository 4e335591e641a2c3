import type { Input, Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { OutcomeBadge, OutcomeFilter } from '../../ui/outcome.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Session = Item<'listSessions'>;

const COLUMNS: readonly Column<Session>[] = [
  { id: 'id', title: 'Session', width: 3, cell: ({ id }) => id },
  {
    id: 'outcome',
    title: 'Outcome',
    rem: 10,
    isAbove: true,
    cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
  },
  { id: 'agent', title: 'Agent', isSecondary: true, cell: ({ agentId }) => agentId },
  { id: 'namespace', title: 'Namespace', isSecondary: true, cell: ({ namespaceId }) => namespaceId },
  {
    id: 'at',
    title: 'Captured',
    isTime: true,
    isAbove: true,
    cell: ({ lastEventAt }) => <Time at={lastEventAt} />,
  },
];

const TEXTS = [
  ['agentId', 'Agent'],
  ['namespaceId', 'Namespace'],
] as const;

/** Conversations and runs with how they ended, the one that was learned last first. */
export default function SessionsPage(): ReactNode {
  const [filters, change, clear] = useFilters(['outcome', 'agentId', 'namespaceId']);
  const list = useCursorList('listSessions', filters as Input<'listSessions'>);
  const navigate = useNavigate();
  return (
    <Page
      title="Sessions"
      lead="Conversations and runs that were learned, how they ended, and when their last event was captured."
    >
      <Filters inUse={Object.keys(filters).length} onClear={clear}>
        <OutcomeFilter value={filters.outcome} onChange={(value) => change('outcome', value)} />
        {TEXTS.map(([name, label]) => (
          <FilterField key={name} label={label} value={filters[name]} onChange={(value) => change(name, value)} />
        ))}
      </Filters>
      <DataList
        label="Sessions"
        list={list}
        columns={COLUMNS}
        idOf={({ id, agentId, namespaceId }) => JSON.stringify([id, agentId, namespaceId])}
        onOpen={({ id }) => void navigate(`/sessions/${encodeURIComponent(id)}`)}
        empty={
          Object.keys(filters).length === 0 ? (
            <EmptyState title="No session was learned yet" actions={<Link to="/events">See the events</Link>}>
              A session appears here soon after it falls silent.
            </EmptyState>
          ) : (
            <EmptyState title="No session fits these filters">
              Clear a filter to see more. A filter by a name finds only the exact name. A session has an outcome only if
              an event says how it ended.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
