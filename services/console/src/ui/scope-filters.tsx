import { useSyncExternalStore, type ReactNode } from 'react';
import { FilterField } from './filter-field.tsx';
import { SelectField } from './select-field.tsx';

/** The filters that events and memories share. */
export const SCOPE_FILTERS = ['agentId', 'userId', 'namespaceId', 'sessionId', 'tag', 'since', 'type'] as const;
export type ScopeFilter = (typeof SCOPE_FILTERS)[number];

interface ScopeFiltersProps {
  readonly filters: Readonly<Partial<Record<ScopeFilter, string>>>;
  readonly onChange: (name: ScopeFilter, value: string) => void;
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

/** Filters by who, where, when and kind. On a phone, where they fill a screen, they are folded until they are wanted. */
export const ScopeFilters = ({ filters, onChange, typeLabel, types, children }: ScopeFiltersProps): ReactNode => (
  <FoldedOnPhone title={titleOf(Object.keys(filters).length)}>
    <div className="filters">
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
    </div>
  </FoldedOnPhone>
);

const titleOf = (inUse: number): string => (inUse === 0 ? 'Filters' : `Filters (${String(inUse)} in use)`);

const PHONE = matchMedia('(max-width: 40rem)');
const subscribe = (onChange: () => void): (() => void) => {
  PHONE.addEventListener('change', onChange);
  return () => PHONE.removeEventListener('change', onChange);
};

function FoldedOnPhone({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const isPhone = useSyncExternalStore(subscribe, () => PHONE.matches);
  if (!isPhone) return children;
  return (
    <details className="folded-filters">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
