import type { ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  /** What to write, where the label does not say it. */
  readonly hint?: ReactNode;
  /** Why what is written is rejected. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** More than one line. */
  readonly rows?: number;
}

/** A field for a text, of one line or several. */
export function TextField({ label, hint, error, placeholder = '', rows, ...props }: TextFieldProps): ReactNode {
  const isInvalid = error !== undefined || props.isInvalid === true;
  return (
    <AriaTextField {...props} isInvalid={isInvalid} className="field">
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input className="input" placeholder={placeholder} />
      ) : (
        <TextArea className="input" rows={rows} placeholder={placeholder} />
      )}
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}
