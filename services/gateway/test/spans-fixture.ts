import { expect } from '@jest/globals';
import { atOnce } from '@strata/kernel/turns';
import { readSpans } from '../src/traces/received-span.ts';
import { eventsOfSpans } from '../src/traces/trace-events.ts';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

const TRACE = 'a'.repeat(32);

/** The JSON form of a value of an attribute. */
function anyValue(value: Value): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value as Fields) } };
}
const keyValues = (fields: Fields) => Object.entries(fields).map(([key, value]) => ({ key, value: anyValue(value) }));

export interface SpanFields {
  readonly name?: string;
  readonly id?: number;
  readonly parent?: number;
  readonly attributes?: Fields;
  readonly events?: readonly (readonly [name: string, attributes: Fields])[];
  readonly status?: { readonly code: number; readonly message?: string };
}

const spanId = (id: number): string => String(id).padStart(16, '0');
const span = ({ name = 'span', id = 1, parent, attributes = {}, events = [], status }: SpanFields) => ({
  traceId: TRACE,
  spanId: spanId(id),
  ...(parent === undefined ? {} : { parentSpanId: spanId(parent) }),
  name,
  startTimeUnixNano: '1778230500000000000',
  endTimeUnixNano: '1778230502000000000',
  attributes: keyValues(attributes),
  events: events.map(([event, own]) => ({ name: event, attributes: keyValues(own) })),
  ...(status === undefined ? {} : { status }),
});

/** The events of the spans of one export. */
export function read(spans: readonly SpanFields[], resource: Fields = {}) {
  const resourceSpans = [{ resource: { attributes: keyValues(resource) }, scopeSpans: [{ spans: spans.map(span) }] }];
  const { spans: received, rejections } = atOnce(readSpans(resourceSpans));
  expect(rejections).toEqual([]);
  return atOnce(eventsOfSpans(received));
}

/** What a child span gives: the end of a root would come in addition. */
export function told(...spans: readonly SpanFields[]): (readonly [type: string, payload: unknown])[] {
  return read(spans.map((fields) => ({ parent: 99, ...fields }))).events.map(
    ({ event }) => [event.type, event.payload] as const,
  );
}
