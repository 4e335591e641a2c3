import type { ReactNode, SyntheticEvent } from 'react';
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

/**
 * Takes a message away as soon as it is not true any more. React Aria waits until the field is left: then what is below moves up while
 * the user presses it.
 */
const judgeAgain = ({ currentTarget }: SyntheticEvent): void => {
  currentTarget.dispatchEvent(new Event('change'));
};

/** A field for a text, of one line or several. */
export function TextField({ label, hint, error, placeholder = '', rows, ...props }: TextFieldProps): ReactNode {
  // Not false otherwise: then the browser's own messages, as for a required field that is empty, would not be shown.
  const invalid = error === undefined ? {} : { isInvalid: true };
  return (
    <AriaTextField {...props} {...invalid} className="field">
      {({ isInvalid }) => {
        const onInput = isInvalid ? judgeAgain : undefined;
        return (
          <>
            <Label>{label}</Label>
            {rows === undefined ? (
              <Input className="input" placeholder={placeholder} onInput={onInput} />
            ) : (
              <TextArea className="input" rows={rows} placeholder={placeholder} onInput={onInput} />
            )}
            {hint !== undefined && (
              <Text slot="description" className="field-hint">
                {hint}
              </Text>
            )}
            <FieldError className="field-error">{error}</FieldError>
          </>
        );
      }}
    </AriaTextField>
  );
}
