import type { Input, Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type Policy = Item<'listPolicies'>;

/** A policy as it is typed in. */
export interface PolicyForm {
  readonly name: string;
  readonly effect: Policy['effect'];
  readonly action: Policy['action'];
  readonly resource: string;
  readonly priority: string;
  /** JSON. */
  readonly conditions: string;
}

export const NEW_POLICY: PolicyForm = {
  name: '',
  effect: 'deny',
  action: 'read',
  resource: '',
  priority: '100',
  conditions: '{}',
};

export const formOf = ({ name, effect, action, resource, priority, conditions }: Policy): PolicyForm => ({
  name,
  effect,
  action,
  resource,
  priority: String(priority),
  conditions: JSON.stringify(conditions, null, 2),
});

/** Under which conditions it applies, in a line. */
export const shortConditions = (conditions: Policy['conditions']): string => {
  const named = Object.entries(conditions).map(([name, value]) => `${name}: ${shortValue(value)}`);
  return named.length === 0 ? 'always' : named.join(', ');
};
const shortValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Undefined if the text is no JSON object. */
function parsed(text: string): Policy['conditions'] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** As the service takes it. What it cannot be, the service rejects with the name of the field. */
export const policyOf = (form: PolicyForm): Omit<Input<'createPolicy'>, 'orgId'> => ({
  name: form.name.trim(),
  effect: form.effect,
  action: form.action,
  resource: form.resource.trim(),
  priority: Number(form.priority),
  conditions: parsed(form.conditions) ?? {},
});

interface PolicyFieldsProps {
  readonly form: PolicyForm;
  readonly onChange: (changed: Partial<PolicyForm>) => void;
}

export const PolicyFields = ({ form, onChange }: PolicyFieldsProps): ReactNode => (
  <>
    <TextField label="Name" isRequired value={form.name} onChange={(name) => onChange({ name })} />
    <SelectField
      label="Effect"
      value={form.effect}
      onChange={(effect) => onChange({ effect })}
      choices={[
        { value: 'deny', label: 'deny' },
        { value: 'allow', label: 'allow' },
      ]}
    />
    <SelectField
      label="Action"
      value={form.action}
      onChange={(action) => onChange({ action })}
      choices={[
        { value: 'read', label: 'read' },
        { value: 'write', label: 'write: capture' },
        { value: '*', label: 'both' },
      ]}
    />
    <TextField
      label="Resource"
      hint="namespace:, agent:, memory: or artifact: with an id or *. *:* is everything."
      isRequired
      value={form.resource}
      onChange={(resource) => onChange({ resource })}
    />
    <TextField
      label="Priority"
      hint="A whole number: the highest wins."
      inputMode="numeric"
      isRequired
      pattern="-?[0-9]+"
      value={form.priority}
      onChange={(priority) => onChange({ priority })}
    />
    <TextField
      label="Conditions"
      hint={
        'JSON, such as {"principal.role": "viewer"} or {"resource.tags": {"in": ["salary"]}}. {} is for everyone, always.'
      }
      rows={4}
      value={form.conditions}
      error={parsed(form.conditions) === undefined ? 'This is no JSON object.' : undefined}
      onChange={(conditions) => onChange({ conditions })}
    />
  </>
);
