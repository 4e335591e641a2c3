import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Entry = Item<'listAccessLogs'>;

const NAMES = ['memoryId', 'actorId', 'agentId'] as const;

const COLUMNS: readonly Column<Entry>[] = [
  { id: 'at', title: 'When', isTime: true, cell: ({ at }) => <Time at={at} /> },
  { id: 'memory', title: 'Memory', width: 2, cell: ({ memoryId }) => <code>{memoryId}</code> },
  { id: 'action', title: 'By', cell: ({ action }) => action },
  { id: 'actor', title: 'To whom', isSecondary: true, width: 2, cell: ({ actorId }) => <code>{actorId}</code> },
  { id: 'agent', title: 'Agent', isSecondary: true, cell: ({ agentId }) => agentId },
];
const idOf = ({ id }: Entry): string => id;

export function AccessLog({ orgId }: { readonly orgId: string }): ReactNode {
  const [filters, change] = useFilters(NAMES);
  const entries = useCursorList('listAccessLogs', { orgId, ...filters });
  return (
    <div className="stack">
      <div className="filters">
        <FilterField label="Memory, by id" value={filters.memoryId} onChange={(value) => change('memoryId', value)} />
        <FilterField label="To whom, by id" value={filters.actorId} onChange={(value) => change('actorId', value)} />
        <FilterField label="Agent" value={filters.agentId} onChange={(value) => change('agentId', value)} />
      </div>
      <DataList
        label="Access log"
        list={entries}
        columns={COLUMNS}
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
