import { isRecord } from './json.ts';

/** What a memory tool added to a prompt, and what the agent's own program adds as a reminder to the model. */
const INJECTED = /<(strata-context|system-reminder)\b[^>]{0,200}>[\s\S]*?<\/\1>\s*/g;

/** A text without what programs added to it: nothing is learned from what Strata itself recalled. */
export const withoutInjected = (text: string): string =>
  text.includes('<strata-context') || text.includes('<system-reminder') ? text.replace(INJECTED, '') : text;

/** The same for every text of a JSON value. */
export function withoutInjectedIn(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutInjected(value);
  if (depth > 32) return value;
  if (Array.isArray(value)) return value.map((item) => withoutInjectedIn(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutInjectedIn(child, depth + 1)]));
}
