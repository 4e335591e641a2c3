import type { Input, Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { eventText, trimmedEvent } from '../../ui/event-text.ts';
import { OutcomeFilter } from '../../ui/outcome.tsx';
import { Page } from '../../ui/page.tsx';
import { SCOPE_FILTERS, ScopeFilters } from '../../ui/scope-filters.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Event = Item<'listEvents'>;

const TYPES = [
  'message',
  'tool_call',
  'tool_result',
  'file_edit',
  'test_run',
  'command_exec',
  'browser_action',
  'api_result',
] as const satisfies readonly Event['type'][];

const COLUMNS: readonly Column<Event>[] = [
  { id: 'at', title: 'Happened', isTime: true, isAbove: true, cell: ({ occurredAt }) => <Time at={occurredAt} /> },
  { id: 'type', title: 'Type', rem: 7, isAbove: true, cell: ({ type }) => type.replaceAll('_', ' ') },
  { id: 'text', title: 'What', width: 4, cell: (event) => eventText(event).slice(0, 200) },
  { id: 'agent', title: 'Agent', rem: 10.2, isSecondary: true, cell: ({ agentId }) => agentId },
  { id: 'session', title: 'Session', rem: 12, isSecondary: true, cell: ({ sessionId }) => sessionId },
];

/** What was captured, the newest first. */
export default function EventsPage(): ReactNode {
  const [filters, change, clear] = useFilters([...SCOPE_FILTERS, 'outcome']);
  const list = useCursorList('listEvents', filters as Input<'listEvents'>, { trim: trimmedEvent });
  const navigate = useNavigate();
  return (
    <Page title="Events" lead="What was captured, as it came: what came last is first.">
      <ScopeFilters filters={filters} onChange={change} onClear={clear} typeLabel="Type" types={TYPES}>
        <OutcomeFilter value={filters.outcome} onChange={(value) => change('outcome', value)} />
      </ScopeFilters>
      <DataList
        label="Events"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate(`/events/${id}`)}
        empty={
          Object.keys(filters).length === 0 ? (
            <EmptyState title="Nothing was captured yet" actions={<Link to="/connect">Connect a tool</Link>}>
              Events appear here as soon as an agent sends them.
            </EmptyState>
          ) : (
            <EmptyState title="No event fits these filters">
              Clear a filter to see more events. A filter by a name finds only the exact name.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
