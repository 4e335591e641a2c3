import { spansOf, type Detector, type Span } from './detector.ts';
import { PLACEHOLDER } from './placeholder.ts';
import { MIN_LENGTH } from './secret-values.ts';
import { unescapeText } from './unescaped-text.ts';

/** A credential in a text, and the rule that found it. */
export interface Secret extends Span {
  readonly ruleId: string;
}

/**
 * All secrets that the detectors find, also in JSON escaped within a text. Unordered, and possibly overlapping. Yields where
 * the search may pause.
 */
export function* findSecrets(text: string, detectors: readonly Detector[]): Generator<undefined, Secret[]> {
  const found: Secret[] = [];
  for (const { ruleId, find } of detectors) {
    yield;
    for (const span of find(text)) {
      if (span !== undefined) found.push({ ...span, ruleId });
      yield;
    }
  }
  yield;
  const unescaped = yield* unescapeText(text);
  if (unescaped !== undefined) {
    const { originalIndex } = unescaped;
    for (const { ruleId, find } of detectors) {
      yield;
      for (const span of find(unescaped.text)) {
        if (span !== undefined) found.push({ start: originalIndex(span.start), end: originalIndex(span.end), ruleId });
        yield;
      }
    }
  }
  yield;
  return withoutPlaceholders(found, text);
}

/** Drops findings within placeholders. A finding that overlaps a placeholder and more is extended to all of it. */
function withoutPlaceholders(found: Secret[], text: string): Secret[] {
  if (found.length === 0 || !text.includes('[secret:')) return found;
  const placeholders = [...spansOf(text, PLACEHOLDER)];
  let next = 0;
  return found.sort(byPosition).flatMap((secret) => {
    while ((placeholders[next]?.end ?? Infinity) <= secret.start) next += 1;
    let { start, end } = secret;
    let beyond = end - start;
    for (let at = next; (placeholders[at]?.start ?? Infinity) < secret.end; at += 1) {
      const placeholder = placeholders[at] ?? secret;
      beyond -= Math.min(end, placeholder.end) - Math.max(secret.start, placeholder.start);
      start = Math.min(start, placeholder.start);
      end = Math.max(end, placeholder.end);
    }
    return beyond < MIN_LENGTH && beyond < secret.end - secret.start ? [] : [{ ...secret, start, end }];
  });
}

const byPosition = (one: Span, other: Span): number => one.start - other.start || other.end - one.end;

/**
 * Merges overlapping findings into one. The rule of the longest finding names it; of equally long ones, the rule that comes
 * first in `order`.
 */
export function mergeSecrets(found: readonly Secret[], order: ReadonlyMap<string, number>): Secret[] {
  const rank = ({ ruleId }: Secret): number => order.get(ruleId) ?? Infinity;
  const merged: Secret[] = [];
  let longest: Secret | undefined;
  for (const secret of [...found].sort((one, other) => byPosition(one, other) || rank(one) - rank(other))) {
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
