import { StrataError } from '@strata/client/strata';
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
  /** What is wrong where the service refuses what was filled in, in the words of the form. */
  readonly refusal?: string;
  readonly isPending: boolean;
  readonly children: ReactNode;
}

/** A form for a visitor: its fields, what went wrong, and one button. */
export const VisitorForm = ({
  action,
  kind,
  onSubmit,
  error,
  refusal,
  isPending,
  children,
}: VisitorFormProps): ReactNode => (
  <Form
    className="stack"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    {error !== null && <Notice tone="bad" title={textOf(error, refusal)} />}
    <Button type="submit" {...(kind === undefined ? {} : { kind })} isPending={isPending}>
      {action}
    </Button>
  </Form>
);

const textOf = (error: Error, refusal: string | undefined): string =>
  refusal !== undefined && error instanceof StrataError && error.code === 'unauthorized' ? refusal : errorText(error);
