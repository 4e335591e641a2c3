import { useCallback, useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Button, type ButtonKind } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { errorText } from './error-text.ts';
import { Notice } from './notice.tsx';

interface FormDialogProps<Values> {
  /** What the button says that opens it. */
  readonly label: string;
  readonly kind?: ButtonKind;
  readonly title: string;
  /** What the button says that sends it. */
  readonly action: string;
  /** What the fields contain each time it opens. */
  readonly initial: Values;
  /** Does it, and closes the dialog. The dialog shows the error of a rejected promise, and stays. */
  readonly onSubmit: (values: Values) => Promise<unknown>;
  /**
   * Shows what submitting these values would do, beside the buttons, however long the form is. It calls `onShown` with the values
   * when it shows that. The form cannot be submitted before it has done so for the current values.
   */
  readonly outlook?: (values: Values, onShown: (values: Values) => void) => ReactNode;
  readonly children: (values: Values, change: (changed: Partial<Values>) => void) => ReactNode;
}

/** A button that opens a form. What was typed is forgotten when it closes. */
export function FormDialog<Values>({ label, kind = 'normal', ...form }: FormDialogProps<Values>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button kind={kind} onPress={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={form.title} isOpen={isOpen} onClose={close}>
        <DialogForm {...form} onClose={close} />
      </Dialog>
    </>
  );
}

type DialogFormProps<Values> = Omit<FormDialogProps<Values>, 'label' | 'kind' | 'title'> & {
  readonly onClose: () => void;
};

function DialogForm<Values>({
  action,
  initial,
  onSubmit,
  outlook,
  children,
  onClose,
}: DialogFormProps<Values>): ReactNode {
  const [values, setValues] = useState(initial);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [shown, setShown] = useState<{ readonly values: Values }>();
  const onShown = useCallback((about: Values) => setShown({ values: about }), []);
  const isWaiting = outlook !== undefined && shown?.values !== values;
  const submit = async (): Promise<void> => {
    if (isPending || isWaiting) return;
    setPending(true);
    setError(undefined);
    try {
      await onSubmit(values);
      onClose();
    } catch (reason) {
      setError(reason);
      setPending(false);
    }
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children(values, (changed) => setValues((before) => ({ ...before, ...changed })))}
      {error !== undefined && <Notice tone="bad" title={errorText(error)} />}
      <div className="dialog-actions">
        {outlook !== undefined && <div className="dialog-outlook">{outlook(values, onShown)}</div>}
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isPending={isPending} isWaiting={isWaiting}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
