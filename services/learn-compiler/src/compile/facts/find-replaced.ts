import { repeatsOlder, replaces, toCompare, type ComparedClaim } from './replaces.ts';
import { keysOf, type Claim } from './read-claim.ts';
import { changesRecord, type RecordState } from './read-record.ts';

/** A claim or the state of a record, of one source, with the memory that holds it. */
export interface SaidClaim<Said extends Claim | RecordState = Claim | RecordState> {
  readonly memoryId: string;
  /** ISO 8601: when it was said first, and when last. */
  readonly firstAt: string;
  readonly at: string;
  /** Orders claims of one moment. */
  readonly seq: number;
  readonly claim: Said;
  /** The identifiers of customers that its sessions name. */
  readonly identifiers: readonly string[];
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

/** A claim, ready to be compared with many. */
interface Compared extends SaidClaim<Claim> {
  readonly compared: ComparedClaim;
}

/**
 * Which claims and states of records of one source newer ones replace, by memory. `by` is the newest in a chain: if A was replaced by B and B by
 * C, A holds until B was said, and C holds now.
 */
export function findReplaced(said: readonly SaidClaim[]): ReadonlyMap<string, Replacement> {
  const inOrder = said.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq));
  const claims = inOrder.filter(isOfClaim).map((one) => ({ ...one, compared: toCompare(one.claim) }));
  const own = claims.filter(({ claim }) => claim.isRepeated !== true);
  const replaced = replacedByNewer(own);
  const ended = endedClaims(own, replaced);
  for (const repeated of claims.filter(({ claim }) => claim.isRepeated === true)) {
    const replacement = endOfRepeated(repeated, ended);
    if (replacement !== undefined) replaced.set(repeated.memoryId, replacement);
  }
  for (const [id, replacement] of replacedStates(inOrder.filter(isOfRecord))) replaced.set(id, replacement);
  return new Map([...replaced].map(([id, { until, by }]) => [id, { until, by: lastOf(by, replaced) }]));
}

const isOfClaim = (said: SaidClaim): said is SaidClaim<Claim> => 'clauses' in said.claim;
const isOfRecord = (said: SaidClaim): said is SaidClaim<RecordState> => 'record' in said.claim;

/** The state of a record holds until a field of it has another value. */
function replacedStates(inOrder: readonly SaidClaim<RecordState>[]): Map<string, Replacement> {
  const replaced = new Map<string, Replacement>();
  for (const [place, older] of inOrder.entries()) {
    const newer = inOrder.find(
      (one, at) =>
        at > place &&
        one.claim.record === older.claim.record &&
        mayBeOfOne(one, older) &&
        changesRecord(one.claim, older.claim),
    );
    if (newer !== undefined) replaced.set(older.memoryId, { until: newer.at, by: newer.memoryId });
  }
  return replaced;
}

function replacedByNewer(inOrder: readonly Compared[]): Map<string, Replacement> {
  const replaced = new Map<string, Replacement>();
  const isCommon = commonWords(inOrder);
  const related = relatedClaims(inOrder);
  for (const newer of inOrder) {
    const { earlier, later } = related(newer);
    const fits = [...earlier, ...correctedSoonAfter(newer, later)]
      .filter((older) => mayBeOfOne(newer, older) && replaced.get(newer.memoryId)?.by !== older.memoryId)
      .map((older) => ({ older, fit: fitOf(newer, older, isCommon) }));
    const best = Math.max(0, ...fits.map(({ fit }) => fit));
    for (const { older, fit } of fits)
      if (fit > 0 && fit >= NEARLY_AS_WELL * best)
        replaced.set(older.memoryId, {
          until: replaced.get(older.memoryId)?.until ?? latest(newer.at, older.at),
          by: newer.memoryId,
        });
  }
  return replaced;
}

/** A claim of a person that no longer holds, and the newer one that replaced it. */
interface EndedClaim {
  readonly older: Compared;
  readonly newer: Compared;
  readonly replacement: Replacement;
}

function endedClaims(own: readonly Compared[], replaced: ReadonlyMap<string, Replacement>): EndedClaim[] {
  const byId = new Map(own.map((one) => [one.memoryId, one]));
  return own.flatMap((older) => {
    const replacement = replaced.get(older.memoryId);
    const newer = byId.get(replacement?.by ?? '');
    return replacement === undefined || newer === undefined ? [] : [{ older, newer, replacement }];
  });
}

/** What a program repeats no longer holds when the person's own claim no longer does. */
function endOfRepeated(repeated: Compared, ended: readonly EndedClaim[]): Replacement | undefined {
  for (const { older, newer, replacement } of ended) {
    if (isLater(older, repeated) || !mayBeOfOne(repeated, older)) continue;
    if (!repeatsOlder(repeated.compared, older.compared, newer.compared)) continue;
    return { until: latest(replacement.until, repeated.firstAt), by: replacement.by };
  }
  return undefined;
}

/** Whether a claim was first said after what would repeat it. On the same day, the clocks of two sessions need not agree. */
const isLater = ({ firstAt }: SaidClaim, { at }: SaidClaim): boolean => Date.parse(firstAt) - Date.parse(at) >= DAY_MS;

/** How well a claim fits an earlier one that it replaces. If it is said once more, it ends what had replaced it. */
function fitOf(newer: Compared, older: Compared, isCommon: (word: string) => boolean): number {
  const isRepeated = newer.firstAt < older.at && older.at < newer.at;
  const back = isRepeated ? replaces(older.compared, newer.compared, isCommon) : 0;
  return Math.max(back, replaces(newer.compared, older.compared, isCommon));
}

/**
 * Finds the claims that share a word with another one: of each word, the nearest earlier ones and the next later ones. Asked
 * for one claim after the other, in order.
 */
function relatedClaims(inOrder: readonly Compared[]): (claim: Compared) => { earlier: Compared[]; later: Compared[] } {
  const holders = new Map<string, { readonly places: number[]; passed: number }>();
  for (const [place, { claim }] of inOrder.entries())
    for (const key of keysOf(claim)) {
      const known = holders.get(key);
      if (known === undefined) holders.set(key, { places: [place], passed: 0 });
      else known.places.push(place);
    }
  const claimsAt = (places: readonly number[]): Compared[] =>
    [...new Set(places)].sort((a, b) => a - b).flatMap((place) => inOrder[place] ?? []);
  return ({ claim }) => {
    const earlier: number[] = [];
    const later: number[] = [];
    for (const key of keysOf(claim)) {
      const known = holders.get(key);
      if (known === undefined) continue;
      const at = known.passed++;
      earlier.push(...known.places.slice(Math.max(0, at - MOST_BY_WORD), at));
      later.push(...known.places.slice(at + 1, at + 1 + MOST_BY_WORD));
    }
    return { earlier: claimsAt(earlier), later: claimsAt(later) };
  };
}

/**
 * The claims of the same day that a correction may mean although they seem later: the clocks of two sessions need not agree,
 * and a correction speaks of what was said already.
 */
const correctedSoonAfter = (correction: Compared, later: readonly Compared[]): Compared[] =>
  corrects(correction)
    ? later.filter((one) => Date.parse(one.at) - Date.parse(correction.at) < DAY_MS && !corrects(one))
    : [];

const corrects = ({ claim }: Compared): boolean => claim.clauses.some(({ cues }) => cues.includes('correction'));

const latest = (a: string, b: string): string => (a > b ? a : b);

/** Two claims whose sessions name different customers are of two people, who share a role and a client. */
const mayBeOfOne = ({ identifiers: a }: SaidClaim, { identifiers: b }: SaidClaim): boolean =>
  a.length === 0 || b.length === 0 || a.some((identifier) => b.includes(identifier));

/** A word in many claims of one source distinguishes them no better than "good". */
function commonWords(said: readonly Compared[]): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const { claim } of said) for (const word of keysOf(claim)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(COMMON_FROM, COMMON_SHARE * said.length);
  return (word) => (counts.get(word) ?? 0) > most;
}

function lastOf(id: string, replaced: ReadonlyMap<string, Replacement>): string {
  const seen = new Set<string>();
  let last = id;
  for (let next = replaced.get(last); next !== undefined && !seen.has(last); next = replaced.get(last)) {
    seen.add(last);
    last = next.by;
  }
  return last;
}
