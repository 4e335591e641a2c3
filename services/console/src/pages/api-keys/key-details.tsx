import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useChange } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useSession } from '../../session/use-session.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';

interface KeyDetailsProps {
  readonly apiKey: Item<'listApiKeys'> | undefined;
  readonly onClose: () => void;
}

/** Everything about one key but the key itself. */
export function KeyDetails({ apiKey, onClose }: KeyDetailsProps): ReactNode {
  const { user } = useSession();
  const revoke = useChange('revokeApiKey', { outdates: ['listApiKeys'] });
  const toast = useToast();
  if (apiKey === undefined) return null;
  const { id, name, prefix, scopes, environment, agentId, owner, createdBy, createdAt, expiresAt, lastUsedAt } = apiKey;
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Begins with', <code key="prefix">{prefix}</code>],
          ['Scopes', scopes.join(', ')],
          ['Environment', environment],
          ['Bound to the agent', agentId],
          ['Owner', owner === 'tenant' ? 'the tenant (a service key)' : 'the user who created it'],
          ['Created by', createdBy === user.id ? 'you' : createdBy],
          ['Created', <Time key="created" at={createdAt} isFull />],
          ['Expires', expiresAt === null ? 'never' : <Time key="expires" at={expiresAt} isFull />],
          ['Last used', lastUsedAt === null ? 'never' : <Time key="used" at={lastUsedAt} />],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      <MayDo operation="revokeApiKey">
        <ConfirmButton
          label="Revoke"
          question={`Revoke “${name}”?`}
          onConfirm={async () => {
            await revoke.mutateAsync({ id });
            toast({ text: `“${name}” is revoked` });
            onClose();
          }}
        >
          <p>Programs that use it are refused within a second. This cannot be undone.</p>
        </ConfirmButton>
      </MayDo>
    </Dialog>
  );
}
