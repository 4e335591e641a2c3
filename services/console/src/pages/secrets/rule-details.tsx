import type { Data } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useChange } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { errorText } from '../../ui/error-text.ts';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';

/** The rule of Strata's own keys cannot be turned off. */
const ALWAYS_ON = 'strata_key';

interface RuleDetailsProps {
  readonly rule: Data<'listSecretRules'>['items'][number];
  readonly onClose: () => void;
}

/** One rule, and for those who may a button to turn it off or on. */
export function RuleDetails({ rule: { id, description, isEnabled }, onClose }: RuleDetailsProps): ReactNode {
  const update = useChange('updateSecretRule', { outdates: ['listSecretRules'] });
  const { isTenantAdmin } = useSession();
  const turn = (on: boolean): Promise<unknown> => update.mutateAsync({ ruleId: id, isEnabled: on });
  return (
    <Dialog title={id} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Finds', description],
          [
            'State',
            <Badge key="state" tone={isEnabled ? 'good' : 'bad'}>
              {isEnabled ? 'on' : 'off'}
            </Badge>,
          ],
          ['What it finds becomes', <code key="placeholder">{`[secret:${id}:…]`}</code>],
        ]}
      />
      {id === ALWAYS_ON && <p className="muted">This rule cannot be turned off.</p>}
      {isTenantAdmin && id !== ALWAYS_ON && (
        <div className="row">
          {isEnabled ? (
            <ConfirmButton label="Turn off" question={`Turn the rule ${id} off?`} onConfirm={() => turn(false)}>
              <p>
                From a second later on, what only this rule finds is stored as it comes, and agents may recall it. The
                change is in the audit log of your organization, if there is one.
              </p>
            </ConfirmButton>
          ) : (
            // Its error is shown below.
            <Button kind="primary" onPress={() => void turn(true).catch(() => undefined)}>
              Turn on
            </Button>
          )}
        </div>
      )}
      {isEnabled || update.error === null ? null : <Notice tone="bad" title={errorText(update.error)} />}
    </Dialog>
  );
}
