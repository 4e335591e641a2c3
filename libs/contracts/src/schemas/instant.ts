import { z } from 'zod';

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A point in time from outside: ISO 8601 with an offset, within the years that every store can keep. */
export const isoInstant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 date and time' })
  .refine((value) => {
    const time = Date.parse(value);
    return time >= EARLIEST && time <= LATEST;
  }, 'must be a date and time within the years 1 to 9999');
