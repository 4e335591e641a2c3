export type JsonRecord = Record<string, unknown>;

/** A JSON object, not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PARSE_LIMIT = 262_144;

/** The object or list that a string contains as JSON; any other value unchanged. */
export function unwrapJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > PARSE_LIMIT) return value;
  const first = value.trimStart().charAt(0);
  if (first !== '{' && first !== '[') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Visits at most `limit` scalars of a JSON value in document order, at most eight levels deep. */
export function visitScalars(
  value: unknown,
  limit: number,
  visit: (key: string, scalar: string | number | boolean, depth: number) => void,
): void {
  let left = limit;
  const walk = (node: unknown, key: string, depth: number): void => {
    if (left <= 0 || depth > 8) return;
    if (typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean') {
      left--;
      visit(key, node, depth);
    } else if (Array.isArray(node)) {
      for (const item of node) walk(item, key, depth + 1);
    } else if (isRecord(node)) {
      for (const [name, item] of Object.entries(node)) walk(item, name, depth + 1);
    }
  };
  walk(value, '', 0);
}
