import { compareText } from '../text/words.ts';
import { Counts } from './counts.ts';
import { LearnedSet } from './learned-set.ts';
import { changesByName } from './tool-verbs.ts';
import type { Act, Session } from './session.ts';

/** The roles of symbols, learned in a learning scope. */
export interface SymbolRoles {
  /** Noise: thinking and calculating, which no other act can notice. */
  noise: ReadonlySet<string>;
  /** Changes: they change something that other acts can notice. */
  effects: ReadonlySet<string>;
  /** Endings: they only end the work with a text, such as handing over to a person, and change no record. */
  endings: ReadonlySet<string>;
}

/** How a symbol is used. All figures are whole numbers, so that sums do not depend on their order. */
interface Usage {
  calls: number;
  empty: number;
  numeric: number;
  wordy: number;
  few: number;
  /** Calls of which every argument is prose. */
  prose: number;
  /** Calls that were the last act of their session. */
  last: number;
  /** Sum of relative positions, from 0 (first) to {@link LAST} (last). */
  position: number;
  kinds: Counts;
}

const MOSTLY = 0.9;
const LAST = 1000;
const LATE = 0.7 * LAST;
const MOSTLY_LAST = 0.7;
const PROSE_WORDS = 5;
/** Opening a page is a read. */
const GOES_TO_PAGE = /^browser (?:open|load|go|start)/;

/**
 * Learns which symbols are noise (one free text in and nothing out; one expression in and a number out) and which change
 * something (by the verb in the name; without a known verb, by occurring late in sessions). A call that takes only prose and
 * closes most of its sessions is an ending.
 */
export class RolesOfSymbols {
  readonly #noise = new LearnedSet();
  readonly #effects = new LearnedSet();
  readonly #endings = new LearnedSet();
  readonly #usages = new Map<string, Usage>();
  #roles: SymbolRoles = { noise: new Set(), effects: new Set(), endings: new Set() };

  /** Adds the acts of a session, or takes them out again (`by` is 1 or -1). */
  add(acts: readonly Act[], by: 1 | -1): void {
    acts.forEach((act, at) => {
      const usage = this.#usageOf(act.symbol);
      const values = Object.values(act.args);
      usage.calls += by;
      usage.kinds.add(act.kind, by);
      if (act.shape === 'empty') usage.empty += by;
      if (act.shape === 'number') usage.numeric += by;
      if (values.length === 1 && (values[0] ?? '').includes('#') && /\s/.test(values[0] ?? '')) usage.wordy += by;
      if (values.length <= 1 && Object.keys(act.sources).length === 0) usage.few += by;
      if (values.length > 0 && values.every(isProse)) usage.prose += by;
      if (at === acts.length - 1) usage.last += by;
      usage.position += by * Math.round(acts.length > 1 ? (LAST * at) / (acts.length - 1) : LAST / 2);
    });
    for (const symbol of new Set(acts.map((act) => act.symbol))) this.#decide(symbol);
  }

  /** The same object until a role changes. */
  current(): SymbolRoles {
    const sets = [this.#noise, this.#effects, this.#endings];
    if (sets.map((set) => set.takeMoved().size).some((moved) => moved > 0))
      this.#roles = {
        noise: sorted(this.#noise.members),
        effects: sorted(this.#effects.members),
        endings: sorted(this.#endings.members),
      };
    return this.#roles;
  }

  #usageOf(symbol: string): Usage {
    let usage = this.#usages.get(symbol);
    if (usage === undefined) {
      usage = { calls: 0, empty: 0, numeric: 0, wordy: 0, few: 0, prose: 0, last: 0, position: 0, kinds: new Counts() };
      this.#usages.set(symbol, usage);
    }
    return usage;
  }

  #decide(symbol: string): void {
    const usage = this.#usageOf(symbol);
    if (usage.calls === 0) this.#usages.delete(symbol);
    const kind = mostFrequent(usage.kinds);
    const changes = kind === 'browse' && GOES_TO_PAGE.test(symbol) ? false : changesByName(symbol);
    const thinks = usage.empty >= MOSTLY * usage.calls && usage.wordy >= 0.5 * usage.calls;
    const reckons = usage.numeric >= MOSTLY * usage.calls && usage.few >= MOSTLY * usage.calls;
    const isCall = kind === 'call' || kind === 'result';
    const isNoise = changes !== true && isCall && (thinks || reckons);
    const isLate = changes === undefined && kind === 'call' && usage.position >= LATE * usage.calls;
    this.#noise.decide(symbol, usage.calls > 0 && isNoise);
    const isEnding =
      !isNoise && kind === 'call' && usage.prose >= MOSTLY * usage.calls && usage.last >= MOSTLY_LAST * usage.calls;
    const isEffect = !isNoise && !isEnding && (kind === 'edit' || changes === true || isLate);
    this.#endings.decide(symbol, usage.calls > 0 && isEnding);
    this.#effects.decide(symbol, usage.calls > 0 && isEffect);
  }
}

/** A sentence, short or cut. */
const isProse = (value: string): boolean =>
  value.split(/\s+/).length >= PROSE_WORDS || (value.includes(' ') && /…#[0-9a-z]{4}$/.test(value));

/** The roles of symbols in these sessions. */
export function symbolRoles(sessions: readonly Session[]): SymbolRoles {
  const roles = new RolesOfSymbols();
  for (const { acts } of sessions) roles.add(acts, 1);
  return roles.current();
}

const mostFrequent = (counts: Counts): string | undefined =>
  [...counts.entries()].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))[0]?.[0];

const sorted = (members: ReadonlySet<string>): ReadonlySet<string> => new Set([...members].sort(compareText));
