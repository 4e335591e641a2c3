import { isRecord, unwrapJson } from '../text/json.ts';

const MAX_VISITED = 1_000;
const MAX_DEPTH = 8;

/**
 * Passes on the fields of a value with what they hold: single values, in document order. A key with a digit counts as a value of
 * the field around it, since it may be an identifier. A text is no field: what it says names something only if a field does so, too.
 */
export function walkFields(value: unknown, note: (field: string, item: unknown) => void): void {
  let left = MAX_VISITED;
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
  if (isRecord(whole) || Array.isArray(whole)) walk(whole, '', 0);
}
