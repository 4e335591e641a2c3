import type { ReactNode } from 'react';
import { TextField } from '../../ui/text-field.tsx';

/** The fields that teams, agents and namespaces have in common. */
export interface Description {
  readonly name: string;
  readonly description: string;
}

export const NO_DESCRIPTION: Description = { name: '', description: '' };

/** As the service takes it: null instead of an empty description. */
export const toDescription = ({ name, description }: Description): { name: string; description: string | null } => ({
  name: name.trim(),
  description: description.trim() === '' ? null : description.trim(),
});

interface DescriptionFieldsProps {
  readonly form: Description;
  readonly onChange: (changed: Partial<Description>) => void;
}

export const DescriptionFields = ({ form, onChange }: DescriptionFieldsProps): ReactNode => (
  <>
    <TextField label="Name" isRequired value={form.name} onChange={(name) => onChange({ name })} />
    <TextField
      label="Description (optional)"
      rows={2}
      value={form.description}
      onChange={(description) => onChange({ description })}
    />
  </>
);
