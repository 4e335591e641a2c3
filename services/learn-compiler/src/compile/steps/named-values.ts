import { identifierOf } from '@strata/kernel/identifiers';
import { isRecord, unwrapJson } from '../text/json.ts';
import { clip } from '../text/mask.ts';

const MAX_NAMED = 24;
const MAX_VISITED = 1_000;
const MAX_DEPTH = 8;
const FIELD_LIMIT = 40;

/**
 * The identifiers in the fields of arguments or of a result, as `field value`, at most 24 distinct ones in document order;
 * undefined without any. A key that is an identifier counts as a value of the field around it.
 */
export function namedValues(value: unknown): string[] | undefined {
  const found = new Set<string>();
  let left = MAX_VISITED;
  const note = (field: string, item: unknown): void => {
    const isScalar = typeof item === 'string' || typeof item === 'number';
    const identifier = isScalar ? identifierOf(String(item).trim()) : undefined;
    if (identifier !== undefined && found.size < MAX_NAMED)
      found.add(`${clip(field.replace(/\s+/g, '_').toLowerCase(), FIELD_LIMIT)} ${identifier}`);
  };
  const walk = (node: unknown, field: string, depth: number): void => {
    if (left-- <= 0 || depth > MAX_DEPTH) return;
    if (Array.isArray(node)) for (const item of node) walk(item, field, depth + 1);
    else if (isRecord(node))
      for (const [name, item] of Object.entries(node)) {
        if (/\d/.test(name)) note(field, name);
        walk(item, name, depth + 1);
      }
    else note(field, node);
  };
  const whole = unwrapJson(value);
  // A text is no field: what it says names something only if a field does so, too.
  if (isRecord(whole) || Array.isArray(whole)) walk(whole, '', 0);
  return found.size > 0 ? [...found] : undefined;
}
