import type { Item } from '@strata/client/strata';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

type VaultItem = Item<'listVaultItems'>;

const TYPES: readonly VaultItem['type'][] = ['password', 'api_key', 'token', 'certificate', 'note', 'secret'];

interface NewItemProps {
  readonly vaultId: string;
  readonly label: string;
  /** The item that gets a new version. Not set: a new item. */
  readonly item?: VaultItem;
}

/** A button that stores a secret. It is sent without a mutation, which would keep the value among what was sent. */
export function NewItem({ vaultId, label, item }: NewItemProps): ReactNode {
  const client = useQueryClient();
  return (
    <FormDialog
      label={label}
      kind={item === undefined ? 'primary' : 'normal'}
      title={item === undefined ? 'Add a secret' : `A new version of “${item.name}”`}
      action="Store"
      initial={{ name: item?.name ?? '', type: item?.type ?? 'password', value: '' }}
      onSubmit={async ({ name, type, value }) => {
        const same = item === undefined ? {} : { metadata: item.metadata };
        await strata.api.createVaultItem({ id: vaultId, name: item?.name ?? name.trim(), type, value, ...same });
        const outdated = ['listVaultItems', 'listVaultAudit', 'listVaults'];
        await Promise.all(outdated.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
      }}
    >
      {({ name, type, value }, change) => (
        <>
          {item === undefined && (
            <TextField
              label="Name"
              hint="Not encrypted. A name that the vault has gets a new version."
              isRequired
              value={name}
              onChange={(text) => change({ name: text })}
            />
          )}
          <SelectField
            label="Type"
            value={type}
            onChange={(chosen) => change({ type: chosen })}
            choices={TYPES.map((one) => ({ value: one, label: one.replace('_', ' ') }))}
          />
          <TextField
            label="Value"
            isRequired
            autoComplete="off"
            spellCheck="false"
            rows={3}
            value={value}
            onChange={(text) => change({ value: text })}
          />
        </>
      )}
    </FormDialog>
  );
}
