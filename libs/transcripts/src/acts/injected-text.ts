import { RECALLED_ELEMENT } from '@strata/kernel/recalled-text';
import { isRecord } from './json.ts';

/** What a memory tool added to a prompt or gave as a result, and what the agent's own program adds as a reminder to the model. */
const ELEMENTS = ['strata-context', RECALLED_ELEMENT, 'system-reminder'];

/** A text without one kind of element, in linear time. An element without an end stays: the text only speaks of it. */
export function withoutElement(text: string, element: string): string {
  const close = `</${element}>`;
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(`<${element}`, from);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return from === 0 ? text : kept + text.slice(from).trimStart();
    kept += from === 0 ? text.slice(0, start) : text.slice(from, start).trimStart();
    from = end + close.length;
  }
}

/** A text without what programs added to it: nothing is learned from what Strata itself recalled. */
export const withoutInjected = (text: string): string => ELEMENTS.reduce(withoutElement, text);

/** The same for every text of a JSON value. */
export function withoutInjectedIn(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutInjected(value);
  if (depth > 32) return value;
  if (Array.isArray(value)) return value.map((item) => withoutInjectedIn(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutInjectedIn(child, depth + 1)]));
}
