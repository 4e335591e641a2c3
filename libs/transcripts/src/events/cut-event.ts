import { MAX_EVENT_BYTES, type EventInput } from '@strata/contracts/schemas/event';
import { isRecord } from '../acts/json.ts';
import { storableText } from './storable-json.ts';

/** Some room below the service's limit, for what the placeholders of secrets add. */
const LIMIT = MAX_EVENT_BYTES - 8 * 1024;
const SMALLEST = 256;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const left = String(text.length - 2 * half);
  return storableText(`${text.slice(0, half)}\n[cut: ${left} characters left out]\n${text.slice(-half)}`);
}

/** The same value with each text within a number of characters. */
export function cutTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return cutText(value, limit);
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, limit));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cutTexts(child, limit)]));
}

/**
 * An event within the service's limit: its longest texts keep their beginnings and ends, and say how much is left out between.
 * A payload of very many small parts becomes the beginning and end of its JSON text.
 */
export function cutEvent(event: EventInput): { readonly event: EventInput; readonly isCut: boolean } {
  if (bytesOf(event) <= LIMIT) return { event, isCut: false };
  for (let limit = LIMIT / 2; limit >= SMALLEST; limit /= 2) {
    const cut = { ...event, payload: cutTexts(event.payload, limit) as EventInput['payload'] };
    if (bytesOf(cut) <= LIMIT) return { event: cut, isCut: true };
  }
  const text = cutText(JSON.stringify(event.payload), LIMIT / 8);
  return { event: { ...event, payload: { text } }, isCut: true };
}
