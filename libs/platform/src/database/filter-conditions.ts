/** Appends a value to those of a statement, and returns its placeholder, such as `$4`. */
type Bind = (value: unknown) => string;

/**
 * The SQL condition of each filter of a list. Every filter needs an entry, so a new query field does not compile until
 * each adapter handles it.
 */
export type FilterConditions<Filter extends object> = {
  readonly [Name in keyof Filter]-?: (value: Exclude<Filter[Name], undefined>, bind: Bind) => string;
};

/** The conditions of all filters that have a value, joined by `and`; `true` without any. */
export function conditionOf<Filter extends object>(
  filter: Filter,
  conditions: FilterConditions<Filter>,
  bind: Bind,
): string {
  const names = Object.keys(conditions) as (keyof Filter)[];
  const parts = names.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [conditions[name](value as Exclude<Filter[keyof Filter], undefined>, bind)];
  });
  return parts.length === 0 ? 'true' : parts.join(' and ');
}
