/** How one field of a protobuf message is read. The names and forms are those of OTLP's JSON. */
export type Field =
  | { readonly name: string; readonly kind: ScalarKind }
  | { readonly name: string; readonly kind: 'message'; readonly message: () => Message; readonly isRepeated: boolean };

/** `hex` and `base64` are bytes; 64-bit numbers become decimal texts. */
export type ScalarKind = 'text' | 'hex' | 'base64' | 'fixed64' | 'int64' | 'int32' | 'double' | 'bool';

/** The fields of a message by number. Others are skipped. */
export type Message = Readonly<Record<number, Field>>;

const scalar = (name: string, kind: ScalarKind): Field => ({ name, kind });
const one = (name: string, message: () => Message): Field => ({ name, kind: 'message', message, isRepeated: false });
const many = (name: string, message: () => Message): Field => ({ name, kind: 'message', message, isRepeated: true });

/** `ExportTraceServiceRequest` of opentelemetry-proto 1.x: the fields that are read, without links, states and flags. */
export const EXPORT_REQUEST: Message = { 1: many('resourceSpans', () => RESOURCE_SPANS) };

const RESOURCE_SPANS: Message = { 1: one('resource', () => RESOURCE), 2: many('scopeSpans', () => SCOPE_SPANS) };
const RESOURCE: Message = { 1: many('attributes', () => KEY_VALUE) };
const SCOPE_SPANS: Message = { 2: many('spans', () => SPAN) };
const SPAN: Message = {
  1: scalar('traceId', 'hex'),
  2: scalar('spanId', 'hex'),
  4: scalar('parentSpanId', 'hex'),
  5: scalar('name', 'text'),
  7: scalar('startTimeUnixNano', 'fixed64'),
  8: scalar('endTimeUnixNano', 'fixed64'),
  9: many('attributes', () => KEY_VALUE),
  11: many('events', () => SPAN_EVENT),
  15: one('status', () => STATUS),
};
const SPAN_EVENT: Message = {
  1: scalar('timeUnixNano', 'fixed64'),
  2: scalar('name', 'text'),
  3: many('attributes', () => KEY_VALUE),
};
const STATUS: Message = { 2: scalar('message', 'text'), 3: scalar('code', 'int32') };
const KEY_VALUE: Message = { 1: scalar('key', 'text'), 2: one('value', () => ANY_VALUE) };
const ANY_VALUE: Message = {
  1: scalar('stringValue', 'text'),
  2: scalar('boolValue', 'bool'),
  3: scalar('intValue', 'int64'),
  4: scalar('doubleValue', 'double'),
  5: one('arrayValue', () => ({ 1: many('values', () => ANY_VALUE) })),
  6: one('kvlistValue', () => ({ 1: many('values', () => KEY_VALUE) })),
  7: scalar('bytesValue', 'base64'),
};
