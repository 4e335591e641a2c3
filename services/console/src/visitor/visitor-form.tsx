import type { ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../ui/button.tsx';
import { errorText } from '../ui/error-text.ts';
import { Notice } from '../ui/notice.tsx';

interface VisitorFormProps {
  /** What the button says. */
  readonly action: string;
  readonly kind?: 'primary';
  readonly onSubmit: () => void;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly children: ReactNode;
}

/** A form for a visitor: its fields, what went wrong, and one button. */
export const VisitorForm = ({ action, kind, onSubmit, error, isPending, children }: VisitorFormProps): ReactNode => (
  <Form
    className="stack"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    {error !== null && <Notice tone="bad" title={errorText(error)} />}
    <Button type="submit" {...(kind === undefined ? {} : { kind })} isPending={isPending}>
      {action}
    </Button>
  </Form>
);
