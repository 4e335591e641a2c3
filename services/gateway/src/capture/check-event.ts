import { parseInput } from '@strata/contracts/parse-input';
import {
  eventInputSchema,
  MAX_CLOCK_SKEW_MINUTES,
  MAX_EVENT_BYTES,
  type EventInput,
} from '@strata/contracts/schemas/event';
import { AppError, validationError } from '@strata/kernel/errors';
import type { SentEvent } from '../scrubbing/scrub-event.ts';

const MAX_CLOCK_SKEW_MS = MAX_CLOCK_SKEW_MINUTES * 60_000;
const FROM_THE_FUTURE = `must not be more than ${String(MAX_CLOCK_SKEW_MINUTES)} minutes in the future`;

/** Parses and checks one event of a batch. Errors: those of `checkEvent`; `validation_error` naming the field. */
export const parseEvent = (value: unknown, arrivedAt: Date): SentEvent =>
  checkEvent(parseInput(eventInputSchema, value, 'event'), arrivedAt);

/**
 * Checks what the schema of an event cannot express.
 * Errors: `payload_too_large` over 256 KiB of JSON; `validation_error` for a time more than five minutes after the arrival.
 */
export function checkEvent(input: EventInput, arrivedAt: Date): SentEvent {
  const { occurredAt } = input.metadata ?? {};
  if (occurredAt !== undefined && Date.parse(occurredAt) > arrivedAt.getTime() + MAX_CLOCK_SKEW_MS)
    throw validationError(`metadata.occurredAt ${FROM_THE_FUTURE}`, [
      { field: 'metadata.occurredAt', message: FROM_THE_FUTURE },
    ]);
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) > MAX_EVENT_BYTES) {
    throw new AppError('payload_too_large', `An event must be at most ${String(MAX_EVENT_BYTES)} bytes of JSON`);
  }
  return { input, json };
}
