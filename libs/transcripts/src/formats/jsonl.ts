import { eventInputSchema } from '@strata/contracts/schemas/event';
import { fingerprint } from '../acts/json.ts';
import type { RecordTally } from './record-tally.ts';
import type { GivenEvent, LineReader, LineSource, Place } from './source.ts';

/** A line with a time is the same event wherever it stands; without one, an equal line elsewhere is another event. */
function readEvent(record: unknown, { path, position, line }: Place, tally: RecordTally): readonly GivenEvent[] {
  const parsed = eventInputSchema.safeParse(record);
  if (!parsed.success) return (tally.broken(path, line), []);
  const event = parsed.data;
  const place = event.metadata?.occurredAt === undefined ? `@${String(position)}` : '';
  return [{ event, key: `${fingerprint(event)}${place}` }];
}

/** Strata's own events, one a line. */
export const jsonl: LineSource = {
  kind: 'lines',
  pattern: { depth: 8, matches: (path) => path.endsWith('.jsonl') || path.endsWith('.ndjson') },
  createReader: (): LineReader => ({ read: readEvent }),
};
