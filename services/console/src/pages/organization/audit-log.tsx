import type { Item } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { ChainCheck } from '../../ui/chain-check.tsx';
import { Code } from '../../ui/code-snippet.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Entry = Item<'listAudit'>;

const NAMES = ['action', 'resourceType', 'actorId'] as const;
const Outcome = ({ outcome }: Pick<Entry, 'outcome'>): ReactNode => (
  <Badge tone={outcome === 'denied' ? 'bad' : 'good'}>{outcome}</Badge>
);

const COLUMNS: readonly Column<Entry>[] = [
  { id: 'at', title: 'When', isTime: true, cell: ({ at }) => <Time at={at} /> },
  { id: 'action', title: 'Action', width: 1.5, cell: ({ action }) => action },
  { id: 'outcome', title: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { id: 'actor', title: 'Who', isSecondary: true, width: 2, cell: ({ actorId }) => <code>{actorId}</code> },
  {
    id: 'resource',
    title: 'On what',
    isSecondary: true,
    width: 2,
    cell: ({ resourceId }) => <code>{resourceId}</code>,
  },
];
const idOf = ({ id }: Entry): string => id;

export function AuditLog({ orgId }: { readonly orgId: string }): ReactNode {
  const [filters, change] = useFilters(NAMES);
  const entries = useCursorList('listAudit', { orgId, ...filters });
  const [open, setOpen] = useState<Entry>();
  return (
    <div className="stack">
      <div className="filters">
        <FilterField label="Action" value={filters.action} onChange={(value) => change('action', value)} />
        <FilterField
          label="Kind of resource"
          value={filters.resourceType}
          onChange={(value) => change('resourceType', value)}
        />
        <FilterField label="Who, by id" value={filters.actorId} onChange={(value) => change('actorId', value)} />
      </div>
      <ChainCheck key={orgId} read={(signal) => strata.api.listAudit({ orgId, limit: 100 }, { signal })} />
      <DataList
        label="Audit log"
        list={entries}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={setOpen}
        empty={
          <EmptyState title="No entries">
            Nothing fits these filters. An action is a name such as policy.update.
          </EmptyState>
        }
      />
      {open !== undefined && <EntryDetails entry={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

const EntryDetails = ({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }): ReactNode => (
  <Dialog title={`${entry.action}, entry ${String(entry.sequence)}`} isOpen onClose={onClose} isDrawer>
    <Facts
      facts={[
        ['When', <Time key="at" at={entry.at} isFull />],
        ['Outcome', <Outcome key="outcome" outcome={entry.outcome} />],
        ['Who', <code key="actor">{entry.actorId}</code>],
        ['Kind of actor', entry.actorType.replace('_', ' ')],
        ['Resource', entry.resourceId === null ? null : <code key="resource">{entry.resourceId}</code>],
        ['Reason', entry.changes?.reason],
        ['IP address', entry.ip],
        ['Request', <code key="request">{entry.requestId}</code>],
        ['Hash', <code key="hash">{entry.hash}</code>],
        ['Hash of the entry before', <code key="previous">{entry.previousHash}</code>],
      ]}
    />
    {entry.changes !== null && <Code label="Changes" code={JSON.stringify(entry.changes, null, 2)} />}
  </Dialog>
);
