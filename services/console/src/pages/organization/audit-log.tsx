import type { Item } from '@strata/client/strata';
import { useMemo, useState, type ReactNode } from 'react';
import AUDIT_ACTIONS from 'virtual:audit-actions';
import { strata } from '../../api/strata.ts';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { Actor, ActorFilter, FullActor, useActorNames, type Names } from '../../ui/actors.tsx';
import { ChainCheck } from '../../ui/chain-check.tsx';
import { Code } from '../../ui/code-snippet.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { SelectField, type Choice } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useFilters } from '../../ui/use-filters.ts';

type Entry = Item<'listAudit'>;

const NAMES = ['action', 'resourceType', 'actorId'] as const;
const RESOURCE_TYPES = [...new Set(AUDIT_ACTIONS.map((action) => action.slice(0, action.indexOf('.'))))];
const choiceOf = (value: string): Choice => ({ value, label: value.replaceAll('_', ' ') });
const isOfType = (action: string, resourceType: string): boolean =>
  resourceType === '' || action.startsWith(`${resourceType}.`);

const Outcome = ({ outcome }: Pick<Entry, 'outcome'>): ReactNode => (
  <Badge tone={outcome === 'denied' ? 'bad' : 'good'}>{outcome}</Badge>
);

/** The name of the thing, where the entry says it. */
const nameIn = ({ changes }: Entry): string | undefined => {
  const name = changes?.after?.['name'] ?? changes?.before?.['name'];
  return typeof name === 'string' ? name : undefined;
};

const columnsWith = (names: Names): readonly Column<Entry>[] => [
  { id: 'at', title: 'When', isTime: true, isAbove: true, cell: ({ at }) => <Time at={at} /> },
  {
    id: 'action',
    title: 'Action',
    width: 1.5,
    isAbove: true,
    cell: ({ action, outcome }) => (
      <>
        {action} {outcome === 'denied' && <Outcome outcome={outcome} />}
      </>
    ),
  },
  { id: 'actor', title: 'Who', cell: ({ actorId }) => <Actor id={actorId} names={names} /> },
  {
    id: 'resource',
    title: 'On what',
    isSecondary: true,
    width: 2,
    cell: (entry) => nameIn(entry) ?? <code>{entry.resourceId}</code>,
  },
];
const idOf = ({ id }: Entry): string => id;

export function AuditLog({ orgId }: { readonly orgId: string }): ReactNode {
  const [filters, change, clear] = useFilters(NAMES);
  const entries = useCursorList('listAudit', { orgId, ...filters });
  const names = useActorNames(orgId);
  const columns = useMemo(() => columnsWith(names), [names]);
  const [open, setOpen] = useState<Entry>();
  return (
    <div className="stack">
      <Filters inUse={Object.keys(filters).length} onClear={clear}>
        <ActorFilter label="Who" names={names} value={filters.actorId} onChange={(value) => change('actorId', value)} />
        <SelectField
          label="Kind of resource"
          value={filters.resourceType ?? ''}
          onChange={(value) => {
            change('resourceType', value);
            if (!isOfType(filters.action ?? '', value)) change('action', '');
          }}
          choices={[{ value: '', label: 'Any' }, ...RESOURCE_TYPES.map((value) => choiceOf(value))]}
        />
        <SelectField
          label="Action"
          value={filters.action ?? ''}
          onChange={(value) => change('action', value)}
          choices={[
            { value: '', label: 'Any' },
            ...AUDIT_ACTIONS.filter((action) => isOfType(action, filters.resourceType ?? '')).map((value) => ({
              value,
              label: value,
            })),
          ]}
        />
      </Filters>
      <ChainCheck key={orgId} read={(signal) => strata.api.listAudit({ orgId, limit: 100 }, { signal })} />
      <DataList
        label="Audit log"
        list={entries}
        columns={columns}
        idOf={idOf}
        onOpen={setOpen}
        empty={<EmptyState title="No entries">Nothing fits these filters.</EmptyState>}
      />
      {open !== undefined && <EntryDetails entry={open} names={names} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface EntryDetailsProps {
  readonly entry: Entry;
  readonly names: Names;
  readonly onClose: () => void;
}

const EntryDetails = ({ entry, names, onClose }: EntryDetailsProps): ReactNode => (
  <Dialog title={`${entry.action}, entry ${String(entry.sequence)}`} isOpen onClose={onClose} isDrawer>
    <Facts
      facts={[
        ['When', <Time key="at" at={entry.at} isFull />],
        ['Outcome', <Outcome key="outcome" outcome={entry.outcome} />],
        ['Who', <FullActor key="actor" id={entry.actorId} names={names} />],
        ['Kind of actor', entry.actorType.replace('_', ' ')],
        ['Name', nameIn(entry)],
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
