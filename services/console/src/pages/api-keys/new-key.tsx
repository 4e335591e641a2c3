import type { Data, Input } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import type { Scope } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AgentChoice } from './agent-choice.tsx';
import { expiryAfter, LIFETIMES, type Lifetime } from './lifetimes.ts';

interface KeyForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly environment: 'live' | 'test';
  readonly owner: 'user' | 'tenant';
  readonly lifetime: Lifetime;
  readonly agentId: string;
}

const INITIAL: KeyForm = {
  name: '',
  scopes: ['read', 'write'],
  environment: 'live',
  owner: 'user',
  lifetime: 'never',
  agentId: '',
};

const SCOPES: readonly { readonly scope: Scope; readonly label: string }[] = [
  { scope: 'read', label: 'read: ask, and see what is stored' },
  { scope: 'write', label: 'write: capture events, and learn' },
  { scope: 'admin', label: 'admin: also delete memories' },
];

interface NewKeyProps {
  readonly onCreated: (key: Data<'createApiKey'>) => Promise<unknown>;
}

/** A button that creates a key. The key goes to `onCreated` only: a mutation would keep it among what was read. */
export function NewKey({ onCreated }: NewKeyProps): ReactNode {
  const { isTenantAdmin } = useSession();
  return (
    <FormDialog
      label="Create a key"
      kind="primary"
      title="Create an API key"
      action="Create"
      initial={INITIAL}
      onSubmit={async (form) => onCreated(await strata.api.createApiKey(requestOf(form)))}
    >
      {(form, change) => (
        <>
          <TextField
            label="Name"
            hint="Which program uses it, and where."
            isRequired
            value={form.name}
            onChange={(name) => change({ name })}
          />
          <div role="group" aria-label="Scopes" className="stack">
            {SCOPES.map(({ scope, label }) => (
              <Checkbox
                key={scope}
                isSelected={form.scopes.includes(scope)}
                onChange={(isSelected) =>
                  change({
                    scopes: isSelected ? [...form.scopes, scope] : form.scopes.filter((other) => other !== scope),
                  })
                }
              >
                {label}
              </Checkbox>
            ))}
          </div>
          <SelectField
            label="Environment"
            value={form.environment}
            onChange={(environment) => change({ environment })}
            choices={[
              { value: 'live', label: 'live' },
              { value: 'test', label: 'test: its data is kept apart' },
            ]}
          />
          <SelectField
            label="Expires"
            value={form.lifetime}
            onChange={(lifetime) => change({ lifetime })}
            choices={LIFETIMES}
          />
          {isTenantAdmin && (
            <SelectField
              label="Owner"
              value={form.owner}
              onChange={(owner) => change({ owner })}
              choices={[
                { value: 'user', label: 'You: its rights end with yours' },
                { value: 'tenant', label: 'The tenant: a service key, which outlives you' },
              ]}
            />
          )}
          <AgentChoice agentId={form.agentId} onChange={(agentId) => change({ agentId })} />
        </>
      )}
    </FormDialog>
  );
}

function requestOf({ name, scopes, environment, owner, lifetime, agentId }: KeyForm): Input<'createApiKey'> {
  const expiresAt = expiryAfter(lifetime, new Date());
  return {
    name: name.trim(),
    scopes: [...scopes],
    environment,
    owner,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(agentId.trim() === '' ? {} : { agentId: agentId.trim() }),
  };
}
