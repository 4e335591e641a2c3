import { addToGroup } from '@strata/kernel/add-to-group';
import { instructionTerm, tagTerm } from '../indexing/lexemes.ts';
import { sizeOfEntry, type CopiedEntry } from './copied-entry.ts';
import type { SessionNote, SessionNotes } from '../sessions/session-notes.ts';

/** A copy is made anew when so many of its entries are removed ones, and they are more than a quarter. */
const MOST_REMOVED = 1_000;
const REMOVED_SHARE = 0.25;

const NOTHING: readonly number[] = [];

/**
 * A copy of what one tenant scope has in the search index, with postings: a query needs no read of the database.
 *
 * Entries are known by numbers that grow with each write. A removed or replaced entry keeps its number until it is
 * forgotten, so that a view that was opened before goes on reading what it saw.
 */
export class IndexCopy {
  readonly #entries: (CopiedEntry | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of entries that were removed or replaced and are not forgotten, by id. */
  readonly #removed = new Map<string, number[]>();
  /** Entries that contain a term. */
  readonly #said = new Map<string, number[]>();
  /** Further entries that a search for a term finds: by the speaker's name, a tag, or the mark of instructions. */
  readonly #found = new Map<string, number[]>();
  readonly #bySession = new Map<string, number[]>();
  /** By session, then by position. */
  readonly #byTurn = new Map<string, Map<number, number[]>>();
  #notes = new NotesBySession({ sessions: [], scopes: [] });
  #size = 0;
  #generation = 0;

  /** Grows with each change. */
  get generation(): number {
    return this.#generation;
  }

  /** About how many bytes its entries take. */
  get size(): number {
    return this.#size;
  }

  /** The next number. */
  get length(): number {
    return this.#entries.length;
  }

  /** What is known of sessions. A change replaces it. */
  get notes(): NotesBySession {
    return this.#notes;
  }

  /** Adds entries, in place of those with the same ids. */
  put(entries: readonly CopiedEntry[]): void {
    this.remove(entries.map(({ id }) => id));
    for (const entry of entries) this.#add(entry);
  }

  remove(ids: readonly string[]): void {
    this.#generation++;
    for (const id of ids) {
      const number = this.#numbers.get(id);
      if (number === undefined) continue;
      this.#numbers.delete(id);
      addToGroup(this.#removed, id, number);
      this.#size -= sizeOfEntry(this.#entries[number]);
    }
  }

  setNotes(notes: SessionNotes): void {
    this.#generation++;
    this.#notes = new NotesBySession(notes);
  }

  /** Whether an entry was ever removed or replaced: terms of it may be left. */
  get hasRemoved(): boolean {
    return this.#entries.length > this.#numbers.size;
  }

  /** Lets go of the entries that were removed or replaced. */
  forgetRemoved(): void {
    for (const number of [...this.#removed.values()].flat()) {
      const numbered = this.#entries[number]?.candidate.numbered;
      numbered?.vocabulary.forget(numbered);
      this.#entries[number] = undefined;
    }
    this.#removed.clear();
  }

  /** Whether so many entries were removed that a new copy is better. */
  get isSparse(): boolean {
    const removed = this.#entries.length - this.#numbers.size;
    return removed > MOST_REMOVED && removed > REMOVED_SHARE * this.#entries.length;
  }

  /** The write of each entry, by id. */
  writes(): Map<string, string> {
    return new Map([...this.#numbers].map(([id, number]) => [id, this.#entries[number]?.write ?? '']));
  }

  /** An entry by its number, be it removed or not; undefined if it is forgotten. */
  at(number: number): CopiedEntry | undefined {
    return this.#entries[number];
  }

  /** The numbers of the entries that are not removed. */
  numbers(): Iterable<number> {
    return this.#numbers.values();
  }

  /** The number of the newest write of an id that passes a test; undefined if none does. */
  numberOf(id: string, passes: (number: number) => boolean): number | undefined {
    const number = this.#numbers.get(id);
    return number !== undefined && passes(number) ? number : this.#removed.get(id)?.findLast(passes);
  }

  /** Entries that contain a term. */
  withTerm(term: string): readonly number[] {
    return this.#said.get(term) ?? NOTHING;
  }

  /** Entries that a search for a term finds, though they do not contain it. */
  foundBy(term: string): readonly number[] {
    return this.#found.get(term) ?? NOTHING;
  }

  atTurn(sessionId: string, position: number): readonly number[] {
    return this.#byTurn.get(sessionId)?.get(position) ?? NOTHING;
  }

  inSession(sessionId: string): readonly number[] {
    return this.#bySession.get(sessionId) ?? NOTHING;
  }

  #add(entry: CopiedEntry): void {
    const { candidate, nameTerms, tags, agentId } = entry;
    const number = this.#entries.push(entry) - 1;
    this.#numbers.set(entry.id, number);
    this.#size += sizeOfEntry(entry);
    const own = new Set(candidate.terms);
    for (const term of own) addToGroup(this.#said, term, number);
    const others = new Set([
      ...nameTerms.filter((term) => !own.has(term)),
      ...tags.map(tagTerm),
      ...(candidate.instruction === undefined ? [] : [instructionTerm(agentId)]),
    ]);
    for (const term of others) addToGroup(this.#found, term, number);
    const { sessionId, position } = candidate;
    if (sessionId === null) return;
    addToGroup(this.#bySession, sessionId, number);
    if (position === null) return;
    let turns = this.#byTurn.get(sessionId);
    if (turns === undefined) this.#byTurn.set(sessionId, (turns = new Map<number, number[]>()));
    addToGroup(turns, position, number);
  }
}

/** What is known of the sessions of a copy. */
export class NotesBySession {
  readonly all: SessionNotes;
  readonly #bySession = new Map<string, SessionNote[]>();

  constructor(notes: SessionNotes) {
    this.all = notes;
    for (const note of notes.sessions) addToGroup(this.#bySession, note.sessionId, note);
  }

  /** Sessions of several agents and namespaces may have the same id. */
  of(sessionId: string): readonly SessionNote[] {
    return this.#bySession.get(sessionId) ?? [];
  }
}
