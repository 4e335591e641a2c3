import type { Data, Item } from '@strata/client/strata';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useMay } from '../../session/use-session.ts';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { KeyDetails } from './key-details.tsx';
import { NewKey } from './new-key.tsx';

type Key = Item<'listApiKeys'>;

const COLUMNS: readonly Column<Key>[] = [
  { id: 'name', title: 'Name', width: 2, cell: ({ name }) => name },
  { id: 'prefix', title: 'Begins with', isSecondary: true, cell: ({ prefix }) => <code>{prefix}</code> },
  { id: 'scopes', title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  {
    id: 'environment',
    title: 'Environment',
    isSecondary: true,
    cell: ({ environment }) => <Badge tone={environment === 'live' ? 'accent' : 'normal'}>{environment}</Badge>,
  },
  {
    id: 'used',
    title: 'Last used',
    isTime: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />),
  },
];
const idOf = ({ id }: Key): string => id;

export default function ApiKeysPage(): ReactNode {
  const keys = useCursorList('listApiKeys', {});
  const client = useQueryClient();
  // Only here, and not among what was read: it is gone with the page.
  const [created, setCreated] = useState<Data<'createApiKey'>>();
  const [openId, setOpenId] = useState<string>();
  const forget = useCallback(() => setCreated(undefined), []);
  const mayCreate = useMay('createApiKey');
  const open = keys.rows.find(({ id }) => id === openId);
  return (
    <Page
      title="API keys"
      lead="Programs sign in with a key. Give each program, and each person, one of its own."
      actions={
        <MayDo operation="createApiKey">
          <NewKey
            onCreated={async (key) => {
              setCreated(key);
              await client.invalidateQueries({ queryKey: ['listApiKeys'] });
            }}
          />
        </MayDo>
      }
    >
      {created !== undefined && (
        <ShownOnce title={`The new key “${created.name}”`} secret={created.key} onDone={forget}>
          <p>Copy it now. Strata keeps only a hash of it, and cannot show it again.</p>
        </ShownOnce>
      )}
      <DataList
        label="API keys"
        list={keys}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="No API keys">
            {mayCreate
              ? 'Create one for the first program that uses Strata.'
              : 'You have no keys. Your role may not create one: ask an owner or admin of the tenant for a key.'}
          </EmptyState>
        }
      />
      <KeyDetails apiKey={open} onClose={() => setOpenId(undefined)} />
    </Page>
  );
}
