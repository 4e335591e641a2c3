import type { Data, Item } from '@strata/client/strata';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { strata } from '../../api/strata.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code-snippet.tsx';
import { errorHint, errorText } from '../../ui/error-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useHiddenAgain } from './use-hidden-again.ts';

/** How many versions of an item the service keeps, unless its operator says otherwise. */
const KEPT = 10;

/** Asks for a reason, and shows the value for a while. The value is nowhere else: no cache, no address, no storage. */
export function Reveal({
  item: { id, vaultId, version: newest },
}: {
  readonly item: Item<'listVaultItems'>;
}): ReactNode {
  const client = useQueryClient();
  const [revealed, setRevealed] = useState<Data<'revealVaultItem'>>();
  const [reason, setReason] = useState('');
  const [version, setVersion] = useState(String(newest));
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const hide = useCallback(() => setRevealed(undefined), []);
  const reveal = async (): Promise<void> => {
    if (isPending) return;
    setPending(true);
    setError(undefined);
    try {
      setRevealed(await strata.api.revealVaultItem({ id: vaultId, itemId: id, reason, version: Number(version) }));
      setReason('');
      await client.invalidateQueries({ queryKey: ['listVaultAudit'] });
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  if (revealed !== undefined) return <Revealed revealed={revealed} onHide={hide} />;
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void reveal();
      }}
    >
      <TextField
        label="Why do you need the value?"
        hint="Kept in the audit log of the vault."
        isRequired
        maxLength={1000}
        value={reason}
        onChange={setReason}
      />
      {newest > 1 && (
        <SelectField
          label="Version"
          value={version}
          onChange={setVersion}
          choices={Array.from({ length: Math.min(newest, KEPT) }, (_, back) => {
            const one = String(newest - back);
            return { value: one, label: back === 0 ? `${one}: the newest` : one };
          })}
        />
      )}
      {error !== undefined && (
        <Notice tone="bad" title={errorText(error)}>
          <p>{errorHint(error)}</p>
        </Notice>
      )}
      <div className="row">
        <Button type="submit" kind="primary" isPending={isPending}>
          Reveal
        </Button>
      </div>
    </Form>
  );
}

interface RevealedProps {
  readonly revealed: Data<'revealVaultItem'>;
  readonly onHide: () => void;
}

function Revealed({ revealed, onHide }: RevealedProps): ReactNode {
  const secondsLeft = useHiddenAgain(onHide);
  return (
    <div className="stack">
      <Code code={revealed.value} label={`Version ${String(revealed.version)} of ${revealed.name}`} />
      <div className="row">
        <Button kind="primary" onPress={onHide}>
          Hide
        </Button>
        <span className="muted">It is hidden again in {secondsLeft} s, or when you leave this tab.</span>
      </div>
    </div>
  );
}
