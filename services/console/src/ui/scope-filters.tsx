import type { ReactNode } from 'react';
import { FilterField } from './filter-field.tsx';
import { Filters } from './filters.tsx';
import { SelectField } from './select-field.tsx';

/** The filters that events and memories share. */
export const SCOPE_FILTERS = ['agentId', 'userId', 'namespaceId', 'sessionId', 'tag', 'since', 'type'] as const;
export type ScopeFilter = (typeof SCOPE_FILTERS)[number];

interface ScopeFiltersProps {
  readonly filters: Readonly<Partial<Record<ScopeFilter, string>>>;
  readonly onChange: (name: ScopeFilter, value: string) => void;
  readonly onClear: () => void;
  readonly typeLabel: string;
  readonly types: readonly string[];
  /** Further filters of the page. */
  readonly children?: ReactNode;
}

const TEXTS = [
  ['agentId', 'Agent'],
  ['userId', 'End user'],
  ['namespaceId', 'Namespace'],
  ['sessionId', 'Session'],
  ['tag', 'Tag'],
] as const;

const HOUR_MS = 3_600_000;
const PERIODS = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last day' },
  { value: '168', label: 'Last week' },
  { value: '720', label: 'Last 30 days' },
] as const;

/** What to choose from; a time that came with the address stays a choice of its own. */
const periodsWith = (since: string | undefined): readonly { value: string; label: string }[] => [
  { value: '', label: 'Any time' },
  ...PERIODS,
  ...(since === undefined ? [] : [{ value: since, label: `Since ${since.slice(0, 16).replace('T', ' ')}` }]),
];

/** Filters by who, where, when and kind. */
export const ScopeFilters = ({
  filters,
  onChange,
  onClear,
  typeLabel,
  types,
  children,
}: ScopeFiltersProps): ReactNode => (
  <Filters inUse={Object.keys(filters).length} onClear={onClear}>
    <SelectField
      label={typeLabel}
      choices={[{ value: '', label: 'All' }, ...types.map((value) => ({ value, label: value.replaceAll('_', ' ') }))]}
      value={types.includes(filters.type ?? '') ? (filters.type ?? '') : ''}
      onChange={(value) => onChange('type', value)}
    />
    <SelectField
      label="Time"
      choices={periodsWith(filters.since)}
      value={filters.since ?? ''}
      onChange={(value) =>
        onChange('since', /^\d+$/.test(value) ? new Date(Date.now() - Number(value) * HOUR_MS).toISOString() : value)
      }
    />
    {TEXTS.map(([name, label]) => (
      <FilterField key={name} label={label} value={filters[name]} onChange={(value) => onChange(name, value)} />
    ))}
    {children}
  </Filters>
);
