/** Three decimals; null if there is nothing to count. */
export const ratio = (part, whole) => (whole > 0 ? Math.round((1000 * part) / whole) / 1000 : null);

/** The mean of the values that are known; null if none is. */
export function mean(values) {
  const known = values.filter((value) => value !== null);
  return ratio(
    known.reduce((sum, value) => sum + value, 0),
    known.length,
  );
}

export const share = (flags) => ratio(flags.filter(Boolean).length, flags.length);
export const distinct = (values) => [...new Set(values)];

/** Whether a text names this tool, field or value: as a whole word, where `_` belongs to words. */
export function mentions(text, name) {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![A-Za-z0-9_])${escaped}(?![A-Za-z0-9_])`).test(text);
}

export const namedIn = (text, names) => names.filter((name) => mentions(text, name));

/** Every text, number and flag inside a JSON value, with the names of the fields that lead to it. */
export function leaves(value, path = []) {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [{ path, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, path));
  return Object.entries(value).flatMap(([name, item]) => leaves(item, [...path, name]));
}

/** @param {Record<string, Record<string, number | null>>} columns name of the column → name of the figure → value */
export function table(columns) {
  const names = Object.keys(columns);
  const figures = distinct(names.flatMap((name) => Object.keys(columns[name])));
  const rows = [
    ['', ...names],
    ...figures.map((figure) => [figure, ...names.map((name) => cell(columns[name][figure]))]),
  ];
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows
    .map((row) =>
      row
        .map((text, at) => (at === 0 ? text.padEnd(widths[0]) : text.padStart(widths[at])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const cell = (value) => (value === undefined || value === null ? '-' : String(value));
