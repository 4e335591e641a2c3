import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { captureTraces as captureTracesOperation } from '@strata/contracts/operations/traces';
import { MAX_BATCH_EVENTS } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { inTurns } from '@strata/kernel/turns';
import type { captureBatchHandler } from '../capture/capture-batch.ts';
import { readSpans, type ReceivedSpan } from './received-span.ts';
import { eventsOfSpans, type TraceEvent } from './trace-events.ts';

const MAX_REASONS = 5;

export interface CaptureTracesParts {
  readonly captureBatch: ReturnType<typeof captureBatchHandler>;
  /** Called for each export with the numbers of its spans. */
  readonly onSpans: (counts: SpanCounts) => void;
}

/** Spans of an export: those with events, those of which something was not captured, and those that say nothing here. */
export interface SpanCounts {
  readonly captured: number;
  readonly rejected: number;
  readonly leftOut: number;
}

/**
 * Captures what spans say of models, agents and tools. A message that was captured before, with another span or in an earlier
 * attempt, stays as it is.
 * Errors: those of a batch; `unavailable` also when only some events could not be stored, so that the exporter sends all again.
 */
export const captureTracesHandler = ({ captureBatch, onSpans }: CaptureTracesParts) =>
  async function captureTraces(
    { body: { resourceSpans = [] } }: RequestTo<typeof captureTracesOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof captureTracesOperation>> {
    const { spans, rejections } = await inTurns(readSpans(resourceSpans));
    const { events, faults } = await inTurns(eventsOfSpans(spans));
    const rejected = new Map<ReceivedSpan, string>(faults);
    for (let from = 0; from < events.length; from += MAX_BATCH_EVENTS)
      await captureSome(events.slice(from, from + MAX_BATCH_EVENTS), rejected, captureBatch, context);

    const reasons = [...rejections.map(({ message }) => message), ...rejected.values()];
    const captured = new Set(events.map(({ span }) => span).filter((span) => !rejected.has(span))).size;
    onSpans({ captured, rejected: reasons.length, leftOut: spans.length - rejected.size - captured });
    if (reasons.length === 0) return {};
    return { partialSuccess: { rejectedSpans: String(reasons.length), errorMessage: summaryOf(reasons) } };
  };

async function captureSome(
  events: readonly TraceEvent[],
  rejected: Map<ReceivedSpan, string>,
  captureBatch: CaptureTracesParts['captureBatch'],
  context: RequestContext,
): Promise<void> {
  const body = { events: events.map(({ event }) => event) };
  const { errorDetails } = await captureBatch({ params: {}, query: {}, body }, context);
  for (const { index, code, message } of errorDetails) {
    if (code === 'unavailable') throw unavailable('The event store');
    const span = events[index]?.span;
    // Another content under the same key is the same message in another span.
    if (code !== 'conflict' && span !== undefined) rejected.set(span, message);
  }
}

/** Each reason once, with its number of spans. */
function summaryOf(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const texts = [...counts].map(([reason, count]) => `${reason} (${String(count)} ${count === 1 ? 'span' : 'spans'})`);
  const more = texts.length > MAX_REASONS ? ['…'] : [];
  return [...texts.slice(0, MAX_REASONS), ...more].join('; ');
}
