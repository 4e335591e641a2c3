import { FAVOURITE, PREFERENCE, PRICE } from './languages.ts';
import { keysOf, type Claim, type Clause, type Cue } from './read-claim.ts';
import { GENERAL_WEIGHT, weightOfWords } from './read-words.ts';
import type { Word, WordTable } from './word-table.ts';

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

/** A claim, read once for all claims that it is compared with. It holds no texts but those of its words, which claims share. */
export interface ComparedClaim extends Pick<Claim, 'persons' | 'fullNames'> {
  readonly isRepeated: boolean;
  /** What it is found by. */
  readonly keys: readonly Word[];
  readonly names: readonly Word[];
  readonly clauses: readonly WeighedClause[];
  /** Those of its clauses that are much of what it says: by what they weigh, as the newer of two claims. */
  readonly ofNewer: readonly WeighedClause[];
  /** The same, as the older one. */
  readonly ofOlder: readonly WeighedClause[];
}

interface WeighedClause extends Pick<Clause, 'numbers' | 'happened' | 'cues'> {
  readonly isTask: boolean;
  /** What it is about; empty if that is not known. */
  readonly subject: readonly Word[];
  readonly weight: number;
  readonly words: readonly Word[];
  /** What each of the words weighs. */
  readonly weights: readonly number[];
  /** Those without heads and general words. */
  readonly ownWords: readonly Word[];
  /** The bits of all words: two clauses without a common bit share no word. */
  readonly bits: number;
}

export function toCompare(claim: Claim, table: WordTable): ComparedClaim {
  const clauses = claim.clauses.map((clause) => weigh(clause, table));
  const mainOnes = (share: number) => clauses.filter(({ weight }) => weight >= share * claim.weight);
  return {
    persons: claim.persons,
    fullNames: claim.fullNames,
    isRepeated: claim.isRepeated === true,
    keys: keysOf(claim).map((key) => table.wordOf(key)),
    names: (claim.names ?? []).map((name) => table.wordOf(name)),
    clauses,
    ofNewer: mainOnes(LEAST_OF_NEWER),
    ofOlder: mainOnes(LEAST_OF_OLDER),
  };
}

function weigh({ words: read, numbers, happened, isTask, subject, cues }: Clause, table: WordTable): WeighedClause {
  const entries = Object.entries(read);
  const words = entries.map(([text]) => table.wordOf(text));
  const weights = entries.map(([, weight]) => weight);
  return {
    numbers,
    happened,
    isTask: isTask === true,
    subject: (subject ?? []).map((text) => table.wordOf(text)),
    cues,
    weight: weightOfWords(read),
    words,
    weights,
    ownWords: words.filter(({ isHead }, at) => !isHead && (weights[at] ?? 0) > GENERAL_WEIGHT),
    bits: words.reduce((bits, { bit }) => bits | bit, 0),
  };
}

/** How well a claim fits an earlier one that it may replace: 0 if it does not. */
export function replaces(newer: ComparedClaim, older: ComparedClaim): number {
  let best = 0;
  for (const a of newer.ofNewer)
    for (const b of older.ofOlder) {
      if ((a.bits & b.bits) === 0) continue;
      const fit = alike(a, b, older.names);
      if (fit.likeness > best && endsClause(a, b, fit)) best = fit.likeness;
    }
  // Last, since most claims fit none.
  return best > 0 && differentPersons(newer, older) ? 0 : best;
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
function endsClause(
  a: WeighedClause,
  b: WeighedClause,
  { likeness, plain, shared, covered, byAttribute, byName }: Fit,
): boolean {
  const has = (cue: Cue): boolean => a.cues.includes(cue);
  // Who asks for two things wants both, also where the words for what is to be done look like cues: "cancel", "change".
  if (a.isTask && b.isTask && !has('correction')) return false;
  if (areAboutTwo(a, b) && !has('update') && !has('correction')) return false;
  if (isNewFigure(a, b)) return plain >= LEAST_WITH_NUMBERS;
  if (shared < 1) return false;
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
  return (
    shared >= LEAST_SHARED &&
    likeness >= (b.words.some(({ text }) => text === PREFERENCE) ? LEAST_OF_PREFERENCES : LEAST_WITHOUT_CUE)
  );
}

/**
 * Whether two clauses are about two things, since each names another one before its verb: "Invoice 1041 is unpaid." After the verb,
 * what differs is a new value: "The review is in room Maple."
 */
const areAboutTwo = ({ subject: a }: WeighedClause, { subject: b }: WeighedClause): boolean =>
  a.some((word) => !b.includes(word)) && b.some((word) => !a.includes(word));

/** Whether two clauses say the same with other numbers: "costs 18 pounds", "is up to 21 pounds". */
const isNewFigure = (a: WeighedClause, b: WeighedClause): boolean =>
  !a.happened &&
  !b.happened &&
  a.numbers.length > 0 &&
  b.numbers.length > 0 &&
  drops(a, b) &&
  drops(b, a) &&
  b.ownWords.every((word) => word.text === PRICE || a.words.includes(word));

/** Whether a clause leaves out something that the other one says. */
const drops = (a: WeighedClause, b: WeighedClause): boolean =>
  b.ownWords.some((word) => !a.words.includes(word)) || b.numbers.some((number) => !a.numbers.includes(number));

function alike(a: WeighedClause, b: WeighedClause, names: readonly Word[]): Fit {
  let shared = 0;
  let all = 0;
  let byAttribute = false;
  let byName = false;
  for (const [at, word] of a.words.entries()) {
    if (!b.words.includes(word)) continue;
    const weight = a.weights[at] ?? 0;
    shared += word.isCommon && !word.isAttribute ? Math.min(weight, GENERAL_WEIGHT) : weight;
    all += weight;
    byName ||= !word.isCommon && names.includes(word);
    // Favourites of two kinds have nothing in common.
    byAttribute ||= word.isAttribute && word.text !== FAVOURITE && weight >= 1;
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
function differentPersons(a: ComparedClaim, b: ComparedClaim): boolean {
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
export function repeatsOlder({ clauses }: ComparedClaim, older: ComparedClaim, newer: ComparedClaim): boolean {
  if (!clauses.some((clause) => older.ofOlder.some((one) => shareIn(one, clause) >= LEAST_OF_REPEATED))) return false;
  const ofOlder = textsOf(older);
  const ofNewer = textsOf(newer);
  return ![...textsOf({ clauses })].some((text) => ofNewer.has(text) && !ofOlder.has(text));
}

const textsOf = ({ clauses }: Pick<ComparedClaim, 'clauses'>): ReadonlySet<string> =>
  new Set(clauses.flatMap(({ words, numbers }) => [...words.map(({ text }) => text), ...numbers]));

/** The share of what a clause says that another one says too. */
function shareIn({ words, weights, weight }: WeighedClause, other: WeighedClause): number {
  if (weight === 0) return 0;
  const shared = words.reduce(
    (all, word, at) => (word.isHead || !other.words.includes(word) ? all : all + (weights[at] ?? 0)),
    0,
  );
  return shared / weight;
}
