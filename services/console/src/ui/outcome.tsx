import type { ReactNode } from 'react';
import { Badge } from './notice.tsx';
import { SelectField } from './select-field.tsx';

const CHOICES = [
  { value: '', label: 'All' },
  { value: 'success', label: 'Success' },
  { value: 'failure', label: 'Failure' },
  { value: 'unknown', label: 'Unknown' },
] as const;

interface OutcomeFilterProps {
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A filter by how sessions ended. */
export const OutcomeFilter = ({ value = '', onChange }: OutcomeFilterProps): ReactNode => (
  <SelectField
    label="Outcome of the session"
    choices={CHOICES}
    value={CHOICES.find((choice) => choice.value === value)?.value ?? ''}
    onChange={onChange}
  />
);

/** How a session ended. */
export function OutcomeBadge({ outcome }: { readonly outcome: 'success' | 'failure' | null }): ReactNode {
  if (outcome === null) return <Badge>Outcome unknown</Badge>;
  return outcome === 'success' ? <Badge tone="good">Success</Badge> : <Badge tone="bad">Failure</Badge>;
}
