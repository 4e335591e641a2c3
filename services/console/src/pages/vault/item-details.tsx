import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Code } from '../../ui/code-snippet.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { NewItem } from './new-item.tsx';
import { Reveal } from './reveal.tsx';

interface ItemDetailsProps {
  readonly item: Item<'listVaultItems'>;
  readonly onClose: () => void;
}

/** An item of a vault: what is known of it, its value on demand, and a new version. */
export function ItemDetails({ item, onClose }: ItemDetailsProps): ReactNode {
  const { id, vaultId, name, type, version, metadata, createdAt, updatedAt, expiresAt } = item;
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Type', type.replace('_', ' ')],
          ['Version', String(version)],
          ['Created', <Time key="created" at={createdAt} isFull />],
          ['Changed', <Time key="changed" at={updatedAt} isFull />],
          ['Expires', expiresAt === null ? 'never' : <Time key="expires" at={expiresAt} isFull />],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      {Object.keys(metadata).length > 0 && <Code label="Metadata" code={JSON.stringify(metadata, null, 2)} />}
      {/* A new version hides the value of the one before, and is the one that is asked for next. */}
      <Reveal key={version} item={item} />
      <p className="muted">
        An item cannot be deleted. To make its value useless, store a new version; the ten newest are kept.
      </p>
      <div className="row">
        <NewItem vaultId={vaultId} label="Store a new version" item={item} />
      </div>
    </Dialog>
  );
}
