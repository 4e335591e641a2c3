import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useChange } from '../../api/use-operation.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { count } from '../../ui/figures.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';

type Vault = Item<'listVaults'>;

const COLUMNS: readonly Column<Vault>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  { id: 'description', title: 'Description', width: 2, isSecondary: true, cell: ({ description }) => description },
  { id: 'items', title: 'Items', cell: ({ itemCount }) => count(itemCount) },
  { id: 'changed', title: 'Changed', isTime: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];
const idOf = ({ id }: Vault): string => id;

export default function VaultsPage(): ReactNode {
  const vaults = useCursorList('listVaults', {});
  const navigate = useNavigate();
  return (
    <Page
      title="Vault"
      lead="Passwords, keys and certificates that people need. API keys cannot read them, and so no agent can."
      actions={<NewVault />}
    >
      <DataList
        label="Vaults"
        list={vaults}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => void navigate(`/vault/${encodeURIComponent(id)}`)}
        empty={
          <EmptyState title="No vaults">
            Create one, and put secrets into it. You, and the owners and admins of the tenant, see it.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Every signed-in user may create vaults. */
function NewVault(): ReactNode {
  const create = useChange('createVault', { outdates: ['listVaults'] });
  return (
    <FormDialog
      label="Create a vault"
      kind="primary"
      title="Create a vault"
      action="Create"
      initial={{ name: '', description: '' }}
      onSubmit={({ name, description }) =>
        create.mutateAsync({ name: name.trim(), description: description.trim() === '' ? null : description.trim() })
      }
    >
      {({ name, description }, change) => (
        <>
          <p>
            You, and the owners and admins of the tenant, see it and all that is in it. It can be neither shared with
            others nor deleted.
          </p>
          <TextField label="Name" isRequired value={name} onChange={(value) => change({ name: value })} />
          <TextField
            label="Description (optional)"
            hint="Not encrypted: put no secret into it."
            rows={2}
            value={description}
            onChange={(value) => change({ description: value })}
          />
        </>
      )}
    </FormDialog>
  );
}
