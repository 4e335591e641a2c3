import type { Item } from '@strata/client/strata';
import { useMemo, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { Actor, ActorFilter, useActorNames, type Names } from '../../ui/actors.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Entry = Item<'listAccessLogs'>;

const NAMES = ['memoryId', 'actorId', 'agentId'] as const;

const columnsWith = (names: Names): readonly Column<Entry>[] => [
  { id: 'at', title: 'When', isTime: true, cell: ({ at }) => <Time at={at} /> },
  { id: 'memory', title: 'Memory', width: 2, cell: ({ memoryId }) => <code>{memoryId}</code> },
  { id: 'action', title: 'By', isSecondary: true, cell: ({ action }) => action },
  { id: 'actor', title: 'To whom', width: 2, cell: ({ actorId }) => <Actor id={actorId} names={names} /> },
  { id: 'agent', title: 'Agent', isSecondary: true, cell: ({ agentId }) => agentId },
];
const idOf = ({ id }: Entry): string => id;

export function AccessLog({ orgId }: { readonly orgId: string }): ReactNode {
  const [filters, change, clear] = useFilters(NAMES);
  const entries = useCursorList('listAccessLogs', { orgId, ...filters });
  const names = useActorNames(orgId);
  const columns = useMemo(() => columnsWith(names), [names]);
  return (
    <div className="stack">
      <Filters inUse={Object.keys(filters).length} onClear={clear}>
        <FilterField label="Memory, by id" value={filters.memoryId} onChange={(value) => change('memoryId', value)} />
        <ActorFilter
          label="To whom"
          names={names}
          value={filters.actorId}
          onChange={(value) => change('actorId', value)}
        />
        <FilterField label="Agent" value={filters.agentId} onChange={(value) => change('agentId', value)} />
      </Filters>
      <DataList
        label="Access log"
        list={entries}
        columns={columns}
        idOf={idOf}
        empty={
          <EmptyState title="No entries">
            No memory was returned that fits. An entry appears soon after somebody is given a memory.
          </EmptyState>
        }
      />
    </div>
  );
}
