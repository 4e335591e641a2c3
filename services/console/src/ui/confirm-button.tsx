import { useState, type ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { errorText } from './error-text.ts';
import { Notice } from './notice.tsx';

interface ConfirmButtonProps {
  /** What the button says, such as "Delete". */
  readonly label: string;
  /** What the dialog asks, such as "Delete this memory?". */
  readonly question: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  readonly kind?: ButtonKind;
  /** Does it. The dialog shows the error of a rejected promise, and stays. */
  readonly onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({
  label,
  question,
  children,
  kind = 'danger',
  onConfirm,
}: ConfirmButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const open = (): void => {
    setError(undefined);
    setOpen(true);
  };
  const confirm = async (): Promise<void> => {
    setPending(true);
    try {
      await onConfirm();
      setOpen(false);
    } catch (reason) {
      setError(reason);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button kind={kind} onPress={open}>
        {label}
      </Button>
      <Dialog title={question} isOpen={isOpen} onClose={() => setOpen(false)}>
        {children}
        {error !== undefined && <Notice tone="bad" title={errorText(error)} />}
        <div className="dialog-actions">
          <Button onPress={() => setOpen(false)}>Cancel</Button>
          <Button kind={kind} isPending={isPending} onPress={() => void confirm()}>
            {label}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
