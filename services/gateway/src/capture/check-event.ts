import { parseInput } from '@strata/contracts/parse-input';
import { eventInputSchema, MAX_EVENT_BYTES, type EventInput } from '@strata/contracts/schemas/event';
import { AppError } from '@strata/kernel/errors';

/** An event that may be taken in, as far as its form goes, with its JSON. */
export interface CheckedEvent {
  readonly input: EventInput;
  readonly json: string;
}

/**
 * Checks one event of a batch.
 * @throws AppError `validation_error` naming the field; `payload_too_large` over 256 KiB.
 */
export const checkEvent = (value: unknown): CheckedEvent => measureEvent(parseInput(eventInputSchema, value, 'event'));

/** @throws AppError `payload_too_large` over 256 KiB. */
export function measureEvent(input: EventInput): CheckedEvent {
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) > MAX_EVENT_BYTES) {
    throw new AppError('payload_too_large', `An event must be at most ${String(MAX_EVENT_BYTES)} bytes of JSON`);
  }
  return { input, json };
}
