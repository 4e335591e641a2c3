import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { AppError, ERROR_STATUS } from '@strata/kernel/errors';
import { contextBelow, presentContext, readTraceparent, untraced } from './trace-context.ts';

export interface SpanOptions {
  readonly kind: SpanKind;
  /** Never a credential, and nothing that a user or a customer wrote: ids, names of the program, numbers. */
  readonly attributes: Attributes;
}

/** Without an SDK the span does nothing. */
export const startSpan = (name: string, options: SpanOptions & { readonly links?: Link[] }, parent?: Context): Span =>
  trace.getTracer('strata').startSpan(name, options, parent);

/**
 * Runs work as a span below the one that runs now, or else below `received`, a `traceparent`. Without either there is no span:
 * what services do by themselves, such as reports and polls, would make more traces than requests do.
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  received: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const parent = presentContext(received);
  return trace.getSpanContext(parent) === undefined ? work() : runSpan(name, options, parent, work);
}

/** Runs work as a span of the trace that it came with, whatever runs now; without one there is no span. */
export function inReceivedSpan<T>(
  name: string,
  options: SpanOptions,
  received: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const parent = readTraceparent(received);
  return parent === undefined ? untraced(work) : runSpan(name, options, contextBelow(parent), work);
}

/** Runs a job of a queue as a span of the trace that asked for it, or as the root of a new one. */
export const inJobSpan = <T>(
  name: string,
  attributes: Attributes,
  received: string | undefined,
  work: () => Promise<T>,
): Promise<T> => runSpan(name, { kind: SpanKind.CONSUMER, attributes }, contextBelow(readTraceparent(received)), work);

/** Runs a request to another system as a span below the one that runs now; without one there is no span. */
export const inClientSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  inSpan(name, { kind: SpanKind.CLIENT, attributes }, undefined, work);

/**
 * Runs work for several messages as one span. It belongs to their trace if that is one, or else is the root of a new one; in
 * either case it links them. Messages that are not recorded do not count if others are.
 */
export function inBatchSpan<T>(
  name: string,
  options: SpanOptions,
  received: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const parents = received.flatMap((traceparent) => readTraceparent(traceparent) ?? []);
  const recorded = parents.filter(isRecorded);
  const [first, ...others] = recorded.length > 0 ? recorded : parents;
  if (first === undefined) return untraced(work);
  const isOneTrace = recorded.length === 0 || others.every(({ traceId }) => traceId === first.traceId);
  const links = recorded.map((linked) => ({ context: linked }));
  return runSpan(name, { ...options, links }, contextBelow(isOneTrace ? first : undefined), work);
}

const isRecorded = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;

async function runSpan<T>(
  name: string,
  options: SpanOptions & { readonly links?: Link[] },
  parent: Context,
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    markFailed(span, error, options.kind);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Only the kind of the error is recorded: its message may repeat what a user wrote. For a server, a request that is at fault
 * itself is no failure.
 */
export function markFailed(span: Span, error: unknown, kind: SpanKind): void {
  const isOfRequest = error instanceof AppError && ERROR_STATUS[error.code] < 500;
  if (kind !== SpanKind.SERVER || !isOfRequest) span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorTypeOf(error));
}

/** Marks the span that runs now as failed, for work that handles its errors itself. */
export function failPresentSpan(error: unknown): void {
  const span = trace.getActiveSpan();
  if (span !== undefined) markFailed(span, error, SpanKind.CONSUMER);
}

function errorTypeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
