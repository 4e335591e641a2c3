import { spansOf, type Detector, type Span } from './detector.ts';
import { PLACEHOLDER } from './placeholder.ts';
import { LEAST_CHARACTERS } from './secret-values.ts';
import { unescapeText } from './unescaped-text.ts';

/** A credential in a text, and the rule that found it. */
export interface Secret extends Span {
  readonly ruleId: string;
}

/** Everything that the detectors find, also behind the escapes of JSON in a text; in no order, and overlapping. */
export function findSecrets(text: string, detectors: readonly Detector[]): Secret[] {
  const found: Secret[] = [];
  for (const { ruleId, find } of detectors) for (const span of find(text)) found.push({ ...span, ruleId });
  const unescaped = unescapeText(text);
  if (unescaped !== undefined) {
    const { placeOf } = unescaped;
    for (const { ruleId, find } of detectors)
      for (const { start, end } of find(unescaped.text))
        found.push({ start: placeOf(start), end: placeOf(end), ruleId });
  }
  return withoutReplaced(found, text);
}

/** What is replaced already stays as it is; what reaches beyond it goes, and it too. */
function withoutReplaced(found: Secret[], text: string): Secret[] {
  if (found.length === 0 || !text.includes('[secret:')) return found;
  const replaced = [...spansOf(text, PLACEHOLDER)];
  let next = 0;
  return found.sort(byPlace).flatMap((secret) => {
    while ((replaced[next]?.end ?? Infinity) <= secret.start) next += 1;
    let { start, end } = secret;
    let beyond = end - start;
    for (let at = next; (replaced[at]?.start ?? Infinity) < secret.end; at += 1) {
      const placeholder = replaced[at] ?? secret;
      beyond -= Math.min(end, placeholder.end) - Math.max(secret.start, placeholder.start);
      start = Math.min(start, placeholder.start);
      end = Math.max(end, placeholder.end);
    }
    return beyond < LEAST_CHARACTERS && beyond < secret.end - secret.start ? [] : [{ ...secret, start, end }];
  });
}

const byPlace = (one: Span, other: Span): number => one.start - other.start || other.end - one.end;

/**
 * Findings that overlap are one, from the first place to the last, and of the rule that found most of it; of equally long
 * ones the rule that comes first in `order` names it.
 */
export function mergeSecrets(found: readonly Secret[], order: ReadonlyMap<string, number>): Secret[] {
  const rank = ({ ruleId }: Secret): number => order.get(ruleId) ?? Infinity;
  const merged: Secret[] = [];
  let longest: Secret | undefined;
  for (const secret of [...found].sort((one, other) => byPlace(one, other) || rank(one) - rank(other))) {
    const last = merged.at(-1);
    if (last === undefined || longest === undefined || secret.start >= last.end) {
      merged.push(secret);
      longest = secret;
      continue;
    }
    if (secret.end - secret.start > longest.end - longest.start) longest = secret;
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, secret.end), ruleId: longest.ruleId };
  }
  return merged;
}
