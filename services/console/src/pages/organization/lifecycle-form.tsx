import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/text-field.tsx';

export type LifecyclePolicy = Item<'listLifecyclePolicies'>;

/** A lifecycle policy as it is typed in. An empty field sets no period. */
export interface LifecycleForm {
  readonly name: string;
  readonly scope: string;
  readonly retention: string;
  readonly archive: string;
  readonly deletion: string;
}

export const NEW_LIFECYCLE: LifecycleForm = { name: '', scope: '', retention: '', archive: '', deletion: '' };

const typed = (days: number | null): string => (days === null ? '' : String(days));
const days = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const formOf = (policy: LifecyclePolicy): LifecycleForm => ({
  name: policy.name,
  scope: policy.scope,
  retention: typed(policy.retentionDays),
  archive: typed(policy.archiveAfterDays),
  deletion: typed(policy.deleteAfterDays),
});

const SCOPE = /^(?:\*:\*|(?:namespace|agent|memory):.+)$/u;

/** Whether it says enough to be previewed: on what, and when something happens. */
export const isTelling = ({ scope, retention, archive, deletion }: LifecycleForm): boolean =>
  SCOPE.test(scope.trim()) &&
  (archive.trim() !== '' || deletion.trim() !== '') &&
  [retention, archive, deletion].every((text) => /^\d*$/u.test(text.trim()));

/** As the service takes it. */
export const lifecycleOf = (form: LifecycleForm) => ({
  name: form.name.trim(),
  scope: form.scope.trim(),
  retentionDays: days(form.retention),
  archiveAfterDays: days(form.archive),
  deleteAfterDays: days(form.deletion),
});

interface LifecycleFieldsProps {
  readonly form: LifecycleForm;
  readonly onChange: (changed: Partial<LifecycleForm>) => void;
}

const PERIOD = { inputMode: 'numeric', pattern: '[0-9]*' } as const;

export const LifecycleFields = ({ form, onChange }: LifecycleFieldsProps): ReactNode => (
  <>
    <TextField label="Name" isRequired value={form.name} onChange={(name) => onChange({ name })} />
    <TextField
      label="Scope"
      hint="What it applies to: namespace:, agent: or memory: with an id or *. *:* is everything."
      isRequired
      value={form.scope}
      onChange={(scope) => onChange({ scope })}
    />
    <TextField
      {...PERIOD}
      label="Archive after days (optional)"
      hint="An archived memory is not found any more, and can be restored."
      value={form.archive}
      onChange={(archive) => onChange({ archive })}
    />
    <TextField
      {...PERIOD}
      label="Delete after days (optional)"
      hint="Deleted for good."
      value={form.deletion}
      onChange={(deletion) => onChange({ deletion })}
    />
    <TextField
      {...PERIOD}
      label="Keep at least for days (optional)"
      hint="Nothing is archived or deleted earlier."
      value={form.retention}
      onChange={(retention) => onChange({ retention })}
    />
  </>
);
