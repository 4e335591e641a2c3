import { onlyOwner } from './sessions/session-owner.ts';
import type { CountWriters } from './event-writers.ts';
import type { TagsWithEvents } from './event-tags.ts';
import type { EventNote, SessionReading } from './sessions/read-session.ts';
import { compareText } from './text/words.ts';

/** What is known of the events of a learning scope. */
export class ScopeEvents {
  readonly #notes = new Map<string, EventNote>();

  add({ events }: SessionReading): void {
    for (const [id, note] of events) this.#notes.set(id, note);
  }

  remove({ events }: SessionReading): void {
    for (const id of events.keys()) this.#notes.delete(id);
  }

  readonly note = (eventId: string): EventNote | undefined => this.#notes.get(eventId);

  readonly countWriters: CountWriters = (eventIds) => {
    const writers = new Set<string>();
    for (const eventId of eventIds) {
      const writer = this.#notes.get(eventId)?.by;
      if (writer !== undefined) writers.add(writer);
    }
    return writers.size;
  };

  /** The end user whom all of the events are about; undefined if there is no such one. */
  readonly ownerOf = (eventIds: readonly string[]): string | undefined =>
    onlyOwner(eventIds.map((eventId) => this.#notes.get(eventId)?.owner));

  readonly withTags: TagsWithEvents = (labels, eventIds) => {
    const tags = new Set<string>();
    for (const eventId of eventIds) for (const tag of this.#notes.get(eventId)?.tags ?? []) tags.add(tag);
    return [...new Set([...labels, ...[...tags].sort(compareText)])];
  };
}
