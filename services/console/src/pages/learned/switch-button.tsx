import type { ReactNode } from 'react';
import { useChange } from '../../api/use-operation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Artifact } from './artifact.ts';

const MOST_CHARACTERS = 500;

/** Switches an artifact off, with a reason, or on again. */
export function SwitchButton({ artifact: { id, switchedOff } }: { readonly artifact: Artifact }): ReactNode {
  const toast = useToast();
  const change = useChange('updateArtifact', { outdates: ['getArtifact', 'listArtifacts'] });
  const isOn = switchedOff === null;
  return (
    <FormDialog
      key={String(isOn)}
      label={isOn ? 'Switch off' : 'Switch on'}
      title={isOn ? 'Switch this artifact off?' : 'Switch this artifact on again?'}
      action={isOn ? 'Switch off' : 'Switch on'}
      initial={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        const why = reason.trim();
        await change.mutateAsync({ id, isSwitchedOff: isOn, ...(why === '' ? {} : { reason: why }) });
        toast({ text: isOn ? 'Switched off: no pack shows it from now on' : 'Switched on: packs may show it again' });
      }}
    >
      {({ reason }, write) => (
        <>
          <p>
            {isOn
              ? 'No pack of the tenant shows it from now on. It stays off, whatever is learned, until it is switched on again.'
              : 'Packs show it again where it fits, if its evidence supports it.'}
          </p>
          <TextField
            label="Reason (optional)"
            hint="Others see it, and the audit log of your organization, if there is one, keeps it. Write nothing personal."
            value={reason}
            maxLength={MOST_CHARACTERS}
            onChange={(text) => write({ reason: text })}
          />
        </>
      )}
    </FormDialog>
  );
}
