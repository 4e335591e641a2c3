import { replaces } from './replaces.ts';
import { keysOf, type Claim } from './read-claim.ts';

/** A claim of one source, with the memory that holds it. */
export interface SaidClaim {
  readonly memoryId: string;
  /** ISO 8601: when it was said first, and when last. */
  readonly firstAt: string;
  readonly at: string;
  /** Orders claims of one moment. */
  readonly seq: number;
  readonly claim: Claim;
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

/**
 * Which claims of one source newer ones replace, by memory. `by` is the newest in a chain: if A was replaced by B and B by
 * C, A holds until B was said, and C holds now.
 */
export function findReplaced(said: readonly SaidClaim[]): ReadonlyMap<string, Replacement> {
  const inOrder = [...said].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq));
  const replaced = new Map<string, Replacement>();
  const isCommon = commonWords(said);
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
  return new Map([...replaced].map(([id, { until, by }]) => [id, { until, by: lastOf(by, replaced) }]));
}

/** How well a claim fits an earlier one that it replaces. If it is said once more, it ends what had replaced it. */
function fitOf(newer: SaidClaim, older: SaidClaim, isCommon: (word: string) => boolean): number {
  const isRepeated = newer.firstAt < older.at && older.at < newer.at;
  const back = isRepeated ? replaces(older.claim, newer.claim, isCommon) : 0;
  return Math.max(back, replaces(newer.claim, older.claim, isCommon));
}

const wordsOf = ({ clauses }: Claim): string[] => [...new Set(clauses.flatMap(({ words }) => Object.keys(words)))];

/** Finds the claims that share a word with another one: of each word, the nearest earlier ones and the next later ones. */
function relatedClaims(
  inOrder: readonly SaidClaim[],
): (claim: SaidClaim) => { earlier: SaidClaim[]; later: SaidClaim[] } {
  const placeOf = new Map(inOrder.map((claim, place) => [claim, place]));
  const holders = new Map<string, number[]>();
  for (const [claim, place] of placeOf)
    for (const key of wordsOf(claim.claim)) {
      const known = holders.get(key);
      if (known === undefined) holders.set(key, [place]);
      else known.push(place);
    }
  return (claim) => {
    const own = placeOf.get(claim) ?? 0;
    const near = wordsOf(claim.claim).flatMap((key) => {
      const places = holders.get(key) ?? [];
      const at = places.indexOf(own);
      return [...places.slice(Math.max(0, at - MOST_BY_WORD), at), ...places.slice(at + 1, at + 1 + MOST_BY_WORD)];
    });
    const places = [...new Set(near)].sort((a, b) => a - b);
    const claimsAt = (wanted: readonly number[]): SaidClaim[] => wanted.flatMap((place) => inOrder[place] ?? []);
    return {
      earlier: claimsAt(places.filter((place) => place < own)),
      later: claimsAt(places.filter((place) => place > own)),
    };
  };
}

/**
 * The claims of the same day that a correction may mean although they seem later: the clocks of two sessions need not agree,
 * and a correction speaks of what was said already.
 */
const correctedSoonAfter = (correction: SaidClaim, later: readonly SaidClaim[]): SaidClaim[] =>
  corrects(correction)
    ? later.filter((one) => Date.parse(one.at) - Date.parse(correction.at) < DAY_MS && !corrects(one))
    : [];

const corrects = ({ claim }: SaidClaim): boolean => claim.clauses.some(({ cues }) => cues.includes('correction'));

const latest = (a: string, b: string): string => (a > b ? a : b);

/** Two claims whose sessions name different customers are of two people, who share a role and a client. */
const mayBeOfOne = ({ identifiers: a }: SaidClaim, { identifiers: b }: SaidClaim): boolean =>
  a.length === 0 || b.length === 0 || a.some((identifier) => b.includes(identifier));

/** A word in many claims of one source distinguishes them no better than "good". */
function commonWords(said: readonly SaidClaim[]): (word: string) => boolean {
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
