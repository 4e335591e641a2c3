import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';

/** W3C Trace Context, section 3.2. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})$/;
const VERSION = '00';

export const isTraceparent = (text: string): boolean => TRACEPARENT.test(text);

/** The parent that a `traceparent` names; undefined if it is absent or malformed. */
export function readTraceparent(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `${VERSION}-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** The context below a span of another process; the root without one. Never depends on what runs now. */
export function contextBelow(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** The span that runs now, if there is one and it is valid. */
function activeSpan(): SpanContext | undefined {
  const active = trace.getSpanContext(context.active());
  return active !== undefined && isSpanContextValid(active) ? active : undefined;
}

/** What a message carries: the span that runs now, or else the context that the work came with. */
export function outgoingTraceparent(received?: string): string | undefined {
  const active = activeSpan();
  return active === undefined ? received : writeTraceparent(active);
}

/** The context of new work: the present one if a span runs, or else the one that the work came with. */
export const presentContext = (received?: string): Context =>
  activeSpan() === undefined ? contextBelow(readTraceparent(received)) : context.active();

/** Fields of a log line that belongs to a span. */
export interface TraceFields {
  readonly traceId?: string;
  readonly spanId?: string;
}

export const fieldsOf = (span: SpanContext | undefined): TraceFields =>
  span === undefined || !isSpanContextValid(span) ? {} : { traceId: span.traceId, spanId: span.spanId };

/** The log fields of the span that runs now. */
export const activeFields = (): TraceFields => fieldsOf(activeSpan());

/** The log fields of work that a message or a request asked for. */
export const fieldsOfTraceparent = (traceparent: string | undefined): TraceFields =>
  fieldsOf(readTraceparent(traceparent));

/** Runs work that belongs to no trace, even if a traced request has started it: one turn serves many. */
export const untraced = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);

/** Runs work in the trace that it came with, without a span of its own. */
export const inTraceOf = <T>(traceparent: string | undefined, work: () => T): T =>
  context.with(contextBelow(readTraceparent(traceparent)), work);
