import { z } from 'zod';
import { userIdSchema } from './event.ts';

/** Whose data is erased. */
export const erasureRequestSchema = z
  .strictObject({ userId: userIdSchema.describe('The end user whose data is erased.') })
  .meta({ id: 'ErasureRequest', description: 'Whose data is erased.' });
export type ErasureRequest = z.output<typeof erasureRequestSchema>;

const count = z.number().int();

/** What an erasure removed from each store. */
export const erasedCountsSchema = z.object({
  events: count,
  steps: count,
  memories: count,
  claims: count,
  /** Withdrawn, and compiled again from what remains. */
  artifacts: count,
  indexEntries: count,
  packs: count,
});
export type ErasedCounts = z.output<typeof erasedCountsSchema>;

export const NOTHING_ERASED: ErasedCounts = {
  events: 0,
  steps: 0,
  memories: 0,
  claims: 0,
  artifacts: 0,
  indexEntries: 0,
  packs: 0,
};
