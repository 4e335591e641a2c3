import { compareText } from '../text/words.ts';
import { UNNAMED } from '../steps/read-outcome.ts';
import { InformativeFacts } from './informative-facts.ts';
import { MAX_ACTS } from './read-acts.ts';
import type { SessionReading } from './read-session.ts';
import { ProperNames } from './request-words.ts';
import type { Act, Session } from './session.ts';
import { SessionTasks } from './session-tasks.ts';
import { RolesOfSymbols, type SymbolRoles } from './symbol-roles.ts';
import { VerdictTests } from './verdict-tests.ts';

interface Entry {
  readonly reading: SessionReading;
  /** What the sums of the scope contain of it; null if they contain nothing. */
  counted: { readonly acts: readonly Act[]; readonly failedVerdict: Act | null } | null;
  /** It was added, or its closing test became a verdict or stopped being one. */
  isStale: boolean;
  session: Session | null;
}

/**
 * The sessions of a learning scope, with what is learned from all of them together: which tests are verdicts, which words
 * are names, which facts inform, which requests are one task, and the roles of symbols. All of these are sums over
 * sessions, so a session that is put or removed costs what it contains. The result depends only on which sessions there
 * are, never on the order in which they came.
 */
export class ScopeSessions {
  readonly #entries = new Map<string, Entry>();
  readonly #verdicts = new VerdictTests();
  readonly #names = new ProperNames();
  readonly #facts = new InformativeFacts();
  readonly #tasks = new SessionTasks();
  readonly #roles = new RolesOfSymbols();

  /** Adds a session, or replaces what was read of it before. */
  put(reading: SessionReading): void {
    this.remove(reading.id);
    this.#entries.set(reading.id, { reading, counted: null, isStale: true, session: null });
    this.#verdicts.add(reading, 1);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#discount(entry);
    this.#verdicts.add(entry.reading, -1);
    this.#entries.delete(id);
  }

  /**
   * The sessions for mining, in order of arrival, and the roles of symbols in them. A session in which nothing was done
   * shows nothing about work: it is left out. What did not change is the same object as in the last call.
   */
  current(): { sessions: Session[]; roles: SymbolRoles } {
    const flipped = this.#verdicts.names.takeMoved();
    for (const entry of this.#entries.values())
      if (entry.isStale || (flipped.size > 0 && flipped.has(entry.reading.closing?.name ?? ''))) this.#count(entry);
    const [names, fields] = [this.#names.takeMoved(), this.#facts.takeMoved()];
    const sessions: { session: Session; firstSeq: number }[] = [];
    for (const entry of this.#entries.values()) {
      const { counted, reading } = entry;
      if (counted === null) continue;
      const isSame =
        entry.session?.task === this.#tasks.taskOf(reading) &&
        !(names.size > 0 && reading.words.content.some((word) => names.has(word))) &&
        !InformativeFacts.mention(counted.acts, fields);
      const session = isSame && entry.session !== null ? entry.session : this.#prepare(reading, counted);
      entry.session = session;
      sessions.push({ session, firstSeq: reading.firstSeq });
    }
    sessions.sort((a, b) => a.firstSeq - b.firstSeq || compareText(a.session.id, b.session.id));
    return { sessions: sessions.map(({ session }) => session), roles: this.#roles.current() };
  }

  /** All sessions as they were read, with their tasks, in the order of their ids. */
  readings(): { reading: SessionReading; task: string }[] {
    return [...this.#entries.values()]
      .map(({ reading }) => ({ reading, task: this.#tasks.taskOf(reading) }))
      .sort((a, b) => compareText(a.reading.id, b.reading.id));
  }

  /** Takes a session out of the sums. */
  #discount(entry: Entry): void {
    if (entry.counted === null) return;
    this.#names.add(entry.reading.words, -1);
    this.#facts.add(entry.counted.acts, -1);
    this.#roles.add(entry.counted.acts, -1);
    this.#tasks.remove(entry.reading);
    entry.counted = null;
    entry.session = null;
  }

  #count(entry: Entry): void {
    this.#discount(entry);
    entry.isStale = false;
    const { acts, closing, words } = entry.reading;
    const isVerdict = closing !== null && this.#verdicts.names.has(closing.name);
    const all = closing === null || isVerdict ? acts : [...acts, closing.act].slice(0, MAX_ACTS);
    const failedVerdict = isVerdict && says(closing.act) ? { ...closing.act, sources: {} } : null;
    if (all.length === 0 && failedVerdict === null) return;
    entry.counted = { acts: all, failedVerdict };
    this.#names.add(words, 1);
    this.#facts.add(all, 1);
    this.#roles.add(all, 1);
    this.#tasks.add(entry.reading);
  }

  #prepare(reading: SessionReading, { acts, failedVerdict }: NonNullable<Entry['counted']>): Session {
    const { outcome } = reading;
    return {
      id: reading.id,
      acts: this.#facts.keepIn(acts),
      failedVerdict: failedVerdict === null ? null : (this.#facts.keepIn([failedVerdict])[0] ?? null),
      owner: reading.owner,
      task: this.#tasks.taskOf(reading),
      succeeded: outcome?.succeeded ?? null,
      verdict: outcome?.isVerdict === true ? outcome.succeeded : null,
      outcomeEvent: outcome?.eventId ?? null,
      words: this.#names.leaveOutOf(reading.words),
      requestEvents: [...reading.requestEvents],
      ruleMessages: reading.ruleMessages,
    };
  }
}

/** A verdict is not an act of the agent, but the text of a failed one is an error like any other. */
const says = ({ outcome, error }: Act): boolean => outcome === 'error' && error !== null && error.template !== UNNAMED;
