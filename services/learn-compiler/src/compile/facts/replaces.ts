import { FAVOURITE, isAttribute, PREFERENCE, PRICE } from './languages.ts';
import type { Claim, Clause, Cue } from './read-claim.ts';
import { GENERAL_WEIGHT, isHead, weightOfWords } from './read-words.ts';

/** How alike the words of two claims must be, by what says that the newer one replaces the older one. */
const LEAST_WITH_CUE = 0.3;
/** With a single word in common, and that is no attribute. */
const LEAST_BY_ONE_WORD = 0.35;
/** With a name in common, which few claims have. */
const LEAST_BY_NAME = 0.25;
/** Who says that something is over may say nothing else: "I stopped smoking." */
const LEAST_OF_ENDING = 0.2;
const LEAST_WITH_NUMBERS = 0.6;
const LEAST_WITHOUT_CUE = 0.55;
/** A preference about the same two things is soon another one. */
const LEAST_OF_PREFERENCES = 0.4;
/** The share of the text that the clause must have: what says much else as well still holds. */
const LEAST_OF_OLDER = 0.5;
const LEAST_OF_NEWER = 0.2;
/** Who says that something is not so, says it in nearly the same words. */
const LEAST_OF_NEGATION = 0.5;
/** All of a clause, but for rounding. */
const ALL = 0.99;
/** Who repeats a claim, says this share of it. */
const LEAST_OF_REPEATED = 0.6;
/** So many shared words without a cue: one shared word is too little. */
const LEAST_SHARED = 2;

/** A claim with those of its clauses that are much of what it says. */
export interface ComparedClaim {
  readonly claim: Claim;
  /** By what they weigh, as the newer of two claims. */
  readonly ofNewer: readonly WeighedClause[];
  /** The same, as the older one. */
  readonly ofOlder: readonly WeighedClause[];
}

interface WeighedClause extends Clause {
  readonly weight: number;
}

/** Weighs the clauses of a claim, once for all claims that it is compared with. */
export function toCompare(claim: Claim): ComparedClaim {
  const clauses = claim.clauses.map((clause) => ({ ...clause, weight: weightOfWords(clause.words) }));
  const mainOnes = (share: number) => clauses.filter(({ weight }) => weight >= share * claim.weight);
  return { claim, ofNewer: mainOnes(LEAST_OF_NEWER), ofOlder: mainOnes(LEAST_OF_OLDER) };
}

/** How well a claim fits an earlier one that it may replace: 0 if it does not. */
export function replaces(newer: ComparedClaim, older: ComparedClaim, isCommon: (word: string) => boolean): number {
  if (differentPersons(newer.claim, older.claim)) return 0;
  let best = 0;
  for (const a of newer.ofNewer)
    for (const b of older.ofOlder) {
      const fit = alike(a, b, isCommon, older.claim.names);
      if (fit.likeness > best && endsClause(a, b, fit)) best = fit.likeness;
    }
  return best;
}

interface Fit {
  /** 0 to 1 (Dice coefficient of the weights). */
  readonly likeness: number;
  /** The same, with common words at their full weight. */
  readonly plain: number;
  readonly shared: number;
  /** The share of the newer clause that the older one says too. */
  readonly covered: number;
  readonly byAttribute: boolean;
  readonly byName: boolean;
}

/** Whether a clause says that an older one no longer holds. */
function endsClause(a: Clause, b: Clause, { likeness, plain, shared, covered, byAttribute, byName }: Fit): boolean {
  if (isNewFigure(a, b)) return plain >= LEAST_WITH_NUMBERS;
  if (shared < 1) return false;
  const has = (cue: Cue): boolean => a.cues.includes(cue);
  const byWords = shared < LEAST_SHARED && !byAttribute ? LEAST_BY_ONE_WORD : LEAST_WITH_CUE;
  const least = byName ? LEAST_BY_NAME : byWords;
  // An event of the past stays true, unless the report was wrong.
  if (b.happened) return has('correction') && likeness >= least && drops(a, b);
  const isOver = b.cues.includes('ending') || b.cues.includes('negation');
  if (has('ending') && !isOver) return likeness >= (covered >= ALL ? LEAST_OF_ENDING : least);
  if (has('negation') && !isOver && likeness >= LEAST_OF_NEGATION) return true;
  if (!drops(a, b)) return false;
  if (has('update') || has('correction')) return likeness >= least;
  if (a.happened || !drops(b, a)) return false;
  if (a.numbers.length > 0 && b.numbers.length > 0) return false;
  return shared >= LEAST_SHARED && likeness >= (PREFERENCE in b.words ? LEAST_OF_PREFERENCES : LEAST_WITHOUT_CUE);
}

/** Whether two clauses say the same with other numbers: "costs 18 pounds", "is up to 21 pounds". */
const isNewFigure = (a: Clause, b: Clause): boolean =>
  !a.happened &&
  !b.happened &&
  a.numbers.length > 0 &&
  b.numbers.length > 0 &&
  drops(a, b) &&
  drops(b, a) &&
  !dropsWords(a, b, (word) => word === PRICE);

/** Whether a clause leaves out something that the other one says. */
const drops = (a: Clause, b: Clause): boolean =>
  dropsWords(a, b) || b.numbers.some((number) => !a.numbers.includes(number));

const dropsWords = (a: Clause, b: Clause, mayDrop: (word: string) => boolean = () => false): boolean =>
  Object.entries(b.words).some(
    ([word, weight]) => weight > GENERAL_WEIGHT && !isHead(word) && !mayDrop(word) && !(word in a.words),
  );

function alike(
  a: WeighedClause,
  b: WeighedClause,
  isCommon: (word: string) => boolean,
  names: readonly string[] = [],
): Fit {
  let shared = 0;
  let all = 0;
  let byAttribute = false;
  let byName = false;
  for (const [word, weight] of Object.entries(a.words))
    if (word in b.words) {
      shared += isCommon(word) && !isAttribute(word) ? Math.min(weight, GENERAL_WEIGHT) : weight;
      all += weight;
      byName ||= names.includes(word) && !isCommon(word);
      // Favourites of two kinds have nothing in common.
      byAttribute ||= isAttribute(word) && word !== FAVOURITE && weight >= 1;
    }
  const both = a.weight + b.weight;
  const shareOf = (weight: number): number => (both === 0 ? 0 : Math.min(1, (2 * weight) / both));
  return {
    likeness: shareOf(shared),
    plain: shareOf(all),
    shared,
    covered: a.weight === 0 ? 0 : all / a.weight,
    byAttribute,
    byName,
  };
}

/** Whether two claims are about different people: "my mother" and "my sister", "Anna Lund" and "Anna Berg". */
function differentPersons(a: Claim, b: Claim): boolean {
  if (a.persons.length > 0 && b.persons.length > 0 && !a.persons.some((person) => b.persons.includes(person)))
    return true;
  return a.fullNames.some((name) => b.fullNames.some((other) => name !== other && sharesPart(name, other)));
}

const sharesPart = (name: string, other: string): boolean => {
  const parts = new Set(name.split(' '));
  return other.split(' ').some((part) => parts.has(part));
};

/**
 * Whether a program repeats an older claim ("Noted, you live in Leeds."): it says most of what that claim says, and nothing
 * that only the newer one says.
 */
export function repeatsOlder({ claim }: ComparedClaim, older: ComparedClaim, newer: ComparedClaim): boolean {
  const has = ({ clauses }: Claim, word: string): boolean =>
    clauses.some(({ words, numbers }) => word in words || numbers.includes(word));
  const all = ({ clauses }: Claim): string[] =>
    clauses.flatMap(({ words, numbers }) => [...Object.keys(words), ...numbers]);
  const isOnlyIn = (word: string, one: Claim, other: Claim): boolean => has(one, word) && !has(other, word);
  return (
    claim.clauses.some((clause) => older.ofOlder.some((one) => shareIn(one, clause) >= LEAST_OF_REPEATED)) &&
    !all(claim).some((word) => isOnlyIn(word, newer.claim, older.claim))
  );
}

/** The share of what a clause says that another one says too. */
const shareIn = ({ words, weight }: WeighedClause, other: Clause): number =>
  weight === 0
    ? 0
    : weightOfWords(Object.fromEntries(Object.entries(words).filter(([word]) => word in other.words))) / weight;
