import { addToGroup } from '@strata/kernel/add-to-group';
import { repeatsOlder, replaces, type ComparedClaim } from './replaces.ts';
import { changesRecord, type RecordState } from './read-record.ts';
import type { Word, WordTable } from './word-table.ts';

/** A claim or the state of a record, of one source, with the memory that holds it. */
export interface SaidClaim<Said extends ComparedClaim | RecordState = ComparedClaim | RecordState> {
  readonly memoryId: string;
  /** ISO 8601: when it was said first, and when last. */
  readonly firstAt: string;
  readonly at: string;
  /** Orders claims of one moment. */
  readonly seq: number;
  readonly claim: Said;
  /** The identifiers of customers that its sessions name. */
  readonly identifiers: readonly string[];
  /**
   * Two claims are compared if one of them is new. A linked one was compared with other linked ones before. A waiting one is
   * compared later: it only shows what a newer claim fits better. Absent: new.
   */
  readonly state?: 'linked' | 'waiting';
  /** What is known to replace it. */
  readonly replacement?: Replacement;
}

/** Since when a claim no longer holds, and which one holds now. */
export interface Replacement {
  readonly until: string;
  readonly by: string;
}

const DAY_MS = 86_400_000;
/** A word is common if more claims hold it than this, and than this share of them. */
const COMMON_FROM = 6;
const COMMON_SHARE = 0.03;
/** A claim is compared with so many of the nearest claims that share one of its words. */
export const MOST_BY_WORD = 40;
/** A claim replaces those that fit it nearly as well as the best one. */
const NEARLY_AS_WELL = 0.75;

type Compared = SaidClaim<ComparedClaim>;

/** What replaces claims and states of records, by memory: at first what is known, then also what is found. */
class Replacements {
  readonly #known: ReadonlyMap<string, Replacement>;
  readonly #all: Map<string, Replacement>;
  readonly #places: ReadonlyMap<string, number>;

  constructor(inOrder: readonly SaidClaim[]) {
    this.#places = new Map(inOrder.map(({ memoryId }, place) => [memoryId, place]));
    this.#known = new Map(
      inOrder.flatMap(({ memoryId, replacement }) => (replacement === undefined ? [] : [[memoryId, replacement]])),
    );
    this.#all = new Map(this.#known);
  }

  of(id: string): Replacement | undefined {
    return this.#all.get(id);
  }

  isFound(id: string): boolean {
    return this.#all.get(id) !== this.#known.get(id);
  }

  set(id: string, replacement: Replacement): void {
    this.#all.set(id, replacement);
  }

  /** The first one ends it, and the last one holds now. */
  add(id: string, { until, by }: Replacement): void {
    const known = this.#all.get(id);
    if (known === undefined) this.set(id, { until, by });
    else
      this.set(id, {
        until: known.until < until ? known.until : until,
        by: this.#isAfter(known.by, by) ? known.by : by,
      });
  }

  /** What differs from what was known. `by` is the newest in a chain. */
  changes(): Map<string, Replacement> {
    return new Map(
      [...this.#all].flatMap(([id, { until, by }]) => {
        const known = this.#known.get(id);
        const last = this.#lastOf(by);
        return known?.until === until && known.by === last ? [] : [[id, { until, by: last }]];
      }),
    );
  }

  #isAfter(id: string, other: string): boolean {
    return (this.#places.get(id) ?? -1) > (this.#places.get(other) ?? -1);
  }

  #lastOf(id: string): string {
    const seen = new Set<string>();
    let last = id;
    for (let next = this.#all.get(last); next !== undefined && !seen.has(last); next = this.#all.get(last)) {
      seen.add(last);
      last = next.by;
    }
    return last;
  }
}

/**
 * Which claims and states of records of one source newer ones replace, by memory, beside what is known. `by` is the newest in a
 * chain: if A was replaced by B and B by C, A holds until B was said, and C holds now. `table` is that of the words of the claims.
 */
export function findReplaced(said: readonly SaidClaim[], table: WordTable): ReadonlyMap<string, Replacement> {
  const inOrder = said.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq));
  const replaced = new Replacements(inOrder);
  const claims = inOrder.filter(isOfClaim);
  const own = claims.filter(({ claim }) => !claim.isRepeated);
  table.markCommon(commonWords(own));
  replaceByNewer(own, replaced);
  replaceRepeated(
    claims.filter(({ claim, state }) => claim.isRepeated && state !== 'waiting'),
    endedClaims(own, replaced),
    replaced,
  );
  replaceStates(inOrder.filter(isOfRecord), replaced);
  return replaced.changes();
}

const isOfClaim = (said: SaidClaim): said is Compared => 'clauses' in said.claim;
const isOfRecord = (said: SaidClaim): said is SaidClaim<RecordState> => 'record' in said.claim;

const isNew = ({ state }: SaidClaim): boolean => state === undefined;
const isWaiting = ({ state }: SaidClaim): boolean => state === 'waiting';

/** Whether two claims are compared now. */
const isDue = (a: SaidClaim, b: SaidClaim): boolean => (isNew(a) || isNew(b)) && !isWaiting(a) && !isWaiting(b);

/** The state of a record holds until a field of it has another value. */
function replaceStates(inOrder: readonly SaidClaim<RecordState>[], replaced: Replacements): void {
  const byRecord = new Map<string, SaidClaim<RecordState>[]>();
  for (const state of inOrder) addToGroup(byRecord, state.claim.record, state);
  for (const states of byRecord.values())
    for (const [place, older] of states.entries()) {
      const newer = states.find(
        (one, at) => at > place && isDue(one, older) && mayBeOfOne(one, older) && changesRecord(one.claim, older.claim),
      );
      const known = replaced.of(older.memoryId);
      if (newer !== undefined && (known === undefined || newer.at < known.until))
        replaced.set(older.memoryId, { until: newer.at, by: newer.memoryId });
    }
}

function replaceByNewer(inOrder: readonly Compared[], replaced: Replacements): void {
  const related = relatedClaims(inOrder);
  const firstNew = inOrder.findIndex(isNew);
  /** What replaced a claim last among those that were said before the one whose turn it is. */
  const lastBy = new Map<string, string>();
  for (const [place, newer] of inOrder.entries()) {
    const isCorrection = corrects(newer);
    // Only a correction can mean what seems later.
    if (isWaiting(newer) || firstNew < 0 || (place < firstNew && !isCorrection)) continue;
    const candidates = related(place, isCorrection ? (later) => isCorrectedSoonAfter(newer, later) : undefined);
    if (!isNew(newer) && !candidates.some(isNew)) continue;
    const replacedBy = lastBy.get(newer.memoryId) ?? newer.replacement?.by;
    const fits = candidates
      .filter((older) => mayBeOfOne(newer, older) && replacedBy !== older.memoryId)
      .map((older) => ({ older, fit: fitOf(newer, older) }))
      .filter(({ fit }) => fit > 0);
    const best = Math.max(0, ...fits.map(({ fit }) => fit));
    for (const { older, fit } of fits)
      if (fit >= NEARLY_AS_WELL * best && isDue(newer, older)) {
        replaced.add(older.memoryId, { until: latest(newer.at, older.at), by: newer.memoryId });
        lastBy.set(older.memoryId, newer.memoryId);
      }
  }
}

/** A claim of a person that no longer holds, and the newer one that replaced it. */
interface EndedClaim {
  readonly older: Compared;
  readonly newer: Compared;
  readonly replacement: Replacement;
}

function endedClaims(own: readonly Compared[], replaced: Replacements): EndedClaim[] {
  const byId = new Map(own.map((one) => [one.memoryId, one]));
  return own.flatMap((older) => {
    const replacement = replaced.of(older.memoryId);
    const newer = byId.get(replacement?.by ?? '');
    return replacement === undefined || newer === undefined ? [] : [{ older, newer, replacement }];
  });
}

/** What a program repeats no longer holds when the person's own claim no longer does. */
function replaceRepeated(repeated: readonly Compared[], ended: readonly EndedClaim[], replaced: Replacements): void {
  const endedWith = new Map<Word, number[]>();
  for (const [place, { older }] of ended.entries())
    for (const word of plainWords(older)) addToGroup(endedWith, word, place);
  for (const one of repeated) {
    const places = new Set(plainWords(one).flatMap((word) => endedWith.get(word) ?? []));
    const like = [...places].sort((a, b) => a - b).flatMap((place) => ended[place] ?? []);
    if (!isNew(one) && !like.some(({ older }) => replaced.isFound(older.memoryId))) continue;
    const replacement = endOfRepeated(one, like);
    if (replacement !== undefined) replaced.set(one.memoryId, replacement);
  }
}

const plainWords = ({ claim }: Compared): Word[] => [
  ...new Set(claim.clauses.flatMap(({ words }) => words.filter(({ isHead }) => !isHead))),
];

function endOfRepeated(repeated: Compared, ended: readonly EndedClaim[]): Replacement | undefined {
  for (const { older, newer, replacement } of ended) {
    if (isLater(older, repeated) || !mayBeOfOne(repeated, older)) continue;
    if (!repeatsOlder(repeated.claim, older.claim, newer.claim)) continue;
    return { until: latest(replacement.until, repeated.firstAt), by: replacement.by };
  }
  return undefined;
}

/** Whether a claim was first said after what would repeat it. On the same day, the clocks of two sessions need not agree. */
const isLater = ({ firstAt }: SaidClaim, { at }: SaidClaim): boolean => Date.parse(firstAt) - Date.parse(at) >= DAY_MS;

/** How well a claim fits an earlier one that it replaces. If it is said once more, it ends what had replaced it. */
function fitOf(newer: Compared, older: Compared): number {
  const isRepeated = newer.firstAt < older.at && older.at < newer.at;
  const back = isRepeated ? replaces(older.claim, newer.claim) : 0;
  return Math.max(back, replaces(newer.claim, older.claim));
}

/**
 * Finds the claims that share a word with the one at a place: of each word, the nearest earlier ones, and of the next later ones
 * those that are asked for.
 */
function relatedClaims(
  inOrder: readonly Compared[],
): (place: number, isAsked?: (later: Compared) => boolean) => Compared[] {
  const holders = new Map<Word, number[]>();
  const turns = inOrder.map(({ claim }, place) => claim.keys.map((key) => addToGroup(holders, key, place).length - 1));
  /** For which place each claim was found last. */
  const foundFor = new Int32Array(inOrder.length).fill(-1);
  return (place, isAsked) => {
    const found: Compared[] = [];
    for (const [nth, key] of (inOrder[place]?.claim.keys ?? []).entries()) {
      const places = holders.get(key) ?? [];
      const turn = turns[place]?.[nth] ?? 0;
      const last = isAsked === undefined ? turn - 1 : Math.min(places.length - 1, turn + MOST_BY_WORD);
      for (let at = Math.max(0, turn - MOST_BY_WORD); at <= last; at++) {
        const other = places[at] ?? place;
        const claim = inOrder[other];
        if (other === place || claim === undefined || foundFor[other] === place) continue;
        foundFor[other] = place;
        if (other < place || isAsked?.(claim) === true) found.push(claim);
      }
    }
    return found;
  };
}

/**
 * Whether a correction may mean a claim of the same day although it seems later: the clocks of two sessions need not agree, and a
 * correction speaks of what was said already.
 */
const isCorrectedSoonAfter = (correction: Compared, later: Compared): boolean =>
  Date.parse(later.at) - Date.parse(correction.at) < DAY_MS && !corrects(later);

const corrects = ({ claim }: Compared): boolean => claim.clauses.some(({ cues }) => cues.includes('correction'));

const latest = (a: string, b: string): string => (a > b ? a : b);

/** Two claims whose sessions name different customers are of two people, who share a role and a client. */
const mayBeOfOne = ({ identifiers: a }: SaidClaim, { identifiers: b }: SaidClaim): boolean =>
  a.length === 0 || b.length === 0 || a.some((identifier) => b.includes(identifier));

/** A word in many claims of one source distinguishes them no better than "good". */
function commonWords(said: readonly Compared[]): ReadonlySet<Word> {
  const counts = new Map<Word, number>();
  for (const { claim } of said) for (const word of claim.keys) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(COMMON_FROM, COMMON_SHARE * said.length);
  return new Set([...counts].flatMap(([word, count]) => (count > most ? [word] : [])));
}
