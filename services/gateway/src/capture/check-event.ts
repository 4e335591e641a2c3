import { parseInput } from '@strata/contracts/parse-input';
import { eventInputSchema, MAX_EVENT_BYTES, type EventInput } from '@strata/contracts/schemas/event';
import { AppError } from '@strata/kernel/errors';
import type { SentEvent } from '../scrubbing/scrub-event.ts';

/** Parses one event of a batch. Errors: `validation_error` naming the field; `payload_too_large` over 256 KiB. */
export const checkEvent = (value: unknown): SentEvent => measureEvent(parseInput(eventInputSchema, value, 'event'));

/** Errors: `payload_too_large` over 256 KiB of JSON. */
export function measureEvent(input: EventInput): SentEvent {
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) > MAX_EVENT_BYTES) {
    throw new AppError('payload_too_large', `An event must be at most ${String(MAX_EVENT_BYTES)} bytes of JSON`);
  }
  return { input, json };
}
