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
export function parseEvent(value: unknown, arrivedAt: Date): SentEvent {
  // Before anything else looks at all of it: a whole request can be one event.
  if (isLarger(value, MAX_EVENT_BYTES)) throw tooLarge();
  return checkEvent(parseInput(eventInputSchema, value, 'event'), arrivedAt);
}

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
  if (Buffer.byteLength(json) > MAX_EVENT_BYTES) throw tooLarge();
  return { input, json };
}

const tooLarge = (): AppError =>
  new AppError('payload_too_large', `An event must be at most ${String(MAX_EVENT_BYTES)} bytes of JSON`);

/** Whether the JSON of a value certainly has more bytes. Looks at no more of it than that. */
function isLarger(root: unknown, maxBytes: number): boolean {
  let bytes = 0;
  const open: unknown[] = [root];
  while (open.length > 0 && bytes + open.length <= maxBytes) {
    const value = open.pop();
    if (typeof value === 'string') bytes += value.length + 2;
    else if (typeof value !== 'object' || value === null) bytes += 1;
    else if (Array.isArray(value)) {
      bytes += 2;
      if (value.length > maxBytes) return true;
      for (const item of value) open.push(item);
    } else {
      bytes += 2;
      for (const [key, child] of Object.entries(value)) {
        bytes += key.length + 3;
        open.push(child);
      }
    }
  }
  return bytes > maxBytes || open.length > 0;
}
