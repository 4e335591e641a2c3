import type { Item } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { ChainCheck } from '../../ui/chain-check.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

type Entry = Item<'listVaultAudit'>;

const COLUMNS: readonly Column<Entry>[] = [
  { id: 'at', title: 'When', isTime: true, cell: ({ at }) => <Time at={at} /> },
  {
    id: 'action',
    title: 'Action',
    cell: ({ action }) => (action.endsWith('.refuse') ? <Badge tone="bad">{action}</Badge> : action),
  },
  { id: 'reason', title: 'Reason', width: 2, cell: ({ reason }) => reason },
  { id: 'actor', title: 'Who', isSecondary: true, width: 2, cell: ({ actorId }) => <code>{actorId}</code> },
];
const idOf = ({ id }: Entry): string => id;

/** Every action and every denial in a vault, with its chain of hashes. */
export function VaultLog({ vaultId }: { readonly vaultId: string }): ReactNode {
  const entries = useCursorList('listVaultAudit', { id: vaultId });
  const [open, setOpen] = useState<Entry>();
  return (
    <div className="stack">
      <ChainCheck read={(signal) => strata.api.listVaultAudit({ id: vaultId, limit: 100 }, { signal })} />
      <DataList
        label="Audit log of the vault"
        list={entries}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={setOpen}
        empty={<EmptyState title="No entries">The first entry of a vault is that it was created.</EmptyState>}
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
        ['Reason', entry.reason],
        ['Who', <code key="actor">{entry.actorId}</code>],
        ['Item', entry.itemId === null ? null : <code key="item">{entry.itemId}</code>],
        ['IP address', entry.ip],
        ['Hash', <code key="hash">{entry.hash}</code>],
        ['Hash of the entry before', <code key="previous">{entry.previousHash}</code>],
      ]}
    />
  </Dialog>
);
