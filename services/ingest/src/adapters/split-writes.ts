import { isOfOwnData } from '@strata/platform/database/database-errors';
import type { EventWrite, EventWriter } from '../capturing/event-writer.ts';

/**
 * A writer for events of which the database may reject some: stores all others, and then throws the error of the first. The
 * chunks of such a write are not stored, since they count events that are not there.
 */
export const splitWrites = (writer: EventWriter): EventWriter => ({
  settled: (scope) => writer.settled(scope),
  store: async (write) => {
    try {
      return await writer.store(write);
    } catch (error) {
      if (isOfOwnData(error) && write.events.length > 1) await storeHalves(writer, { ...write, chunks: [] });
      throw error;
    }
  },
});

async function storeHalves(writer: EventWriter, write: EventWrite): Promise<void> {
  const middle = Math.ceil(write.events.length / 2);
  for (const events of [write.events.slice(0, middle), write.events.slice(middle)]) {
    const half = { ...write, events };
    try {
      await writer.store(half);
    } catch (error) {
      if (!isOfOwnData(error)) throw error;
      if (events.length > 1) await storeHalves(writer, half);
    }
  }
}
