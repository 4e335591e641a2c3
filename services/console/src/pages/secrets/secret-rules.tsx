import type { Data } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { errorText } from '../../ui/error-text.ts';
import { counted } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';

type Rule = Data<'listSecretRules'>['items'][number];

/** The rule of Strata's own keys cannot be turned off. */
const ALWAYS_ON = 'strata_key';

/** What is searched for. Only owners and admins of the tenant turn a rule off. */
export function SecretRules(): ReactNode {
  const rules = useOperation('listSecretRules', {});
  const { isTenantAdmin } = useSession();
  return (
    <Loaded query={rules}>
      {({ items }) => (
        <div className="stack">
          <p className="muted">
            {counted(items.length, 'rule')}, {counted(items.filter(({ isEnabled }) => !isEnabled).length, 'rule')} off.
            {!isTenantAdmin && ' An owner or admin of the tenant can turn rules off.'}
          </p>
          <ul className="plain-list" aria-label="Secret rules">
            {items.map((rule) => (
              <li key={rule.id} className="row">
                <Badge tone={rule.isEnabled ? 'good' : 'bad'}>{rule.isEnabled ? 'on' : 'off'}</Badge>
                <code>{rule.id}</code>
                <span>{rule.description}</span>
                {isTenantAdmin && rule.id !== ALWAYS_ON && <Switch rule={rule} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

function Switch({ rule: { id, isEnabled } }: { readonly rule: Rule }): ReactNode {
  const update = useChange('updateSecretRule', { outdates: ['listSecretRules'] });
  if (isEnabled)
    return (
      <ConfirmButton
        label={`Turn ${id} off`}
        kind="quiet"
        question={`Turn the rule ${id} off?`}
        onConfirm={() => update.mutateAsync({ ruleId: id, isEnabled: false })}
      >
        <p>
          From a second later on, what only this rule finds is stored as it comes, and agents may recall it. The change
          is in the audit log.
        </p>
      </ConfirmButton>
    );
  return (
    <>
      <Button onPress={() => update.mutate({ ruleId: id, isEnabled: true })}>{`Turn ${id} on`}</Button>
      {update.error !== null && <Notice tone="bad" title={errorText(update.error)} />}
    </>
  );
}
