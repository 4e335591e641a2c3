import { useState, type ReactNode } from 'react';
import { SelectField } from './select-field.tsx';

interface KnownOrOtherProps {
  readonly label: string;
  /** The names to choose from, by id. */
  readonly known: ReadonlyMap<string, string>;
  /** An id; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The labels of the choices for no id and for any other id. */
  readonly none: string;
  readonly other: string;
  /** The field for any other id. */
  readonly children: ReactNode;
}

const OTHER = 'other';

/** Chooses an id by its name. An id without a known name is typed. */
export function KnownOrOther({ label, known, value, onChange, none, other, children }: KnownOrOtherProps): ReactNode {
  const [isOther, setOther] = useState(false);
  const isTyped = isOther || (value !== '' && !known.has(value));
  return (
    <>
      <SelectField
        label={label}
        value={isTyped ? OTHER : value}
        onChange={(chosen) => {
          setOther(chosen === OTHER);
          onChange(chosen === OTHER ? '' : chosen);
        }}
        choices={[
          { value: '', label: none },
          ...Array.from(known, ([id, name]) => ({ value: id, label: name })),
          { value: OTHER, label: other },
        ]}
      />
      {isTyped && children}
    </>
  );
}
