import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters that are kept in the address, so that a link shows the same list. Those without a value are left out. Use the object as the
 * input of the list: its names are those of the operation. The last function clears them all.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): readonly [Readonly<Partial<Record<Name, string>>>, (name: Name, value: string) => void, () => void] {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const filters = useMemo(() => {
    const params = new URLSearchParams(text);
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = params.get(name);
        return value === null || value === '' ? [] : [[name, value]];
      }),
    ) as Partial<Record<Name, string>>;
    // The names of a page are always the same ones.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  const change = useCallback(
    (name: Name, value: string) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === '') after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [setQuery],
  );
  const clear = useCallback(
    () =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const name of names) after.delete(name);
          return after;
        },
        { replace: true },
      ),
    // The names of a page are always the same ones.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [setQuery],
  );
  return [filters, change, clear];
}
