import type { Item } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Badge } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { ItemDetails } from './item-details.tsx';
import { NewItem } from './new-item.tsx';

type VaultItem = Item<'listVaultItems'>;

const COLUMNS: readonly Column<VaultItem>[] = [
  { id: 'name', title: 'Name', width: 2, cell: ({ name }) => name },
  { id: 'type', title: 'Type', cell: ({ type }) => <Badge>{type.replace('_', ' ')}</Badge> },
  { id: 'version', title: 'Version', isSecondary: true, cell: ({ version }) => version },
  {
    id: 'changed',
    title: 'Changed',
    isTime: true,
    isSecondary: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  {
    id: 'expires',
    title: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'never' : <Time at={expiresAt} isFull />),
  },
];
const idOf = ({ id }: VaultItem): string => id;

export function VaultItems({ vaultId }: { readonly vaultId: string }): ReactNode {
  const items = useCursorList('listVaultItems', { id: vaultId });
  const [openId, setOpenId] = useState<string>();
  const open = items.rows.find(({ id }) => id === openId);
  return (
    <div className="stack">
      {/* Not for a vault that does not exist for this user. */}
      {items.error === null && (
        <div className="row">
          <NewItem vaultId={vaultId} label="Add a secret" />
        </div>
      )}
      <DataList
        label="Items"
        list={items}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={<EmptyState title="No items">Add the first secret. Its value is encrypted at once.</EmptyState>}
      />
      {open !== undefined && <ItemDetails key={open.id} item={open} onClose={() => setOpenId(undefined)} />}
    </div>
  );
}
