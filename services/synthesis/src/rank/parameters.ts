/**
 * The constants of the ranking: round values, chosen by the mean evidence recall over four budgets on one part of a
 * conversational benchmark and judged on another (`docs/ranking.md`). Around each the optimum is flat.
 */

/** BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). */
export const BM25 = { k1: 1.2, b: 0.75, idfExponent: 1.25 } as const;

/**
 * The name of a speaker in a query says little about the subject if `oftenSaid` of the entries hold it: its weight as a term, and the
 * factor on the speaker's turns.
 */
export const SPEAKER = { termWeight: 0.1, oftenSaid: 0.05, factor: 3 } as const;

/** The weight of a term that only asks. */
export const ASKING = { termWeight: 0.1 } as const;

/**
 * Factors where one speaker is a program: on the turns of the person whom it serves, if the query is about the person who
 * asks; and on the program's long answers, which any program could give again, unless the query asks for them.
 */
export const ROLES = { person: 2, program: 0.5 } as const;

/** A memory that mentions a relative or an acquaintance of the speaker, for a question about the speaker. */
export const RELATIVES = { factor: 0.6 } as const;

/** The factor on each further part of one turn. */
export const FURTHER_PART = { factor: 0.4 } as const;

/** A term that resembles a query term (a derived or misspelt word) counts this share of it. */
export const RESEMBLANCE = { weight: 0.3 } as const;

/** A word that is related to one of the query counts this share of its own weight, and covers this share of the query's word. */
export const RELATED = { weight: 0.5 } as const;

/** An identifier that a document shares with the query counts this much more than its weight as a word. */
export const ENTITIES = { weight: 2 } as const;

/** What a turn inherits from the turns around it; the share falls by `decay` with each step away. */
export const NEIGHBOURS = { radius: 2, previous: 0.3, next: 0.2, decay: 0.7, answersQuestion: 0.4 } as const;

/** Each turn of a session gains `share` of the mean of the session's best `top` turns. */
export const SESSION = { top: 5, share: 0.2 } as const;

/** Query expansion by pseudo-relevance feedback: the best `terms` of the best `documents` together weigh `share` of the query. */
export const EXPANSION = { documents: 10, terms: 20, share: 0.5 } as const;

/**
 * What is relevant enough to be shown (`relevance-floor`).
 *
 * A memory needs a share of the best score: `share`; or `nearShare` if fewer than `fewNear` memories, the best one included, reach
 * `nearShare`, and at least so many were found; or `unsureShare` if none of the best `sureOf` memories covers `sureCoverage` of the
 * query's weight; or `overviewShare` where the query asks for an overview. It needs less where texts have fewer than `longText` terms
 * on average, and nothing from `shortText` terms down.
 *
 * What no entry holds may be at most `unknown` of the query's weight, or more in a population of fewer than `documentsForUnknown`,
 * unless one memory holds three words. One of the best `examined` memories has to cover `coverage` of the query's weight in two
 * words, or `coverageByOne` in one. In texts shorter than `longText`, the second word may be in the turns up to `around` positions
 * from one of the best `examinedAround`. Rarity is measured in a population of `documents` or more. In a smaller one,
 * `coverageByAsker` in one word is enough in what the person said who asks about themselves. A query that asks for an overview needs
 * `overviewCoverage` of these shares, since much of it only says of what kind. Of a query of two words, one that a share of
 * `oftenSaid` of the entries hold is enough. Or one memory has to come as near to the query's meaning as `nearness`
 * (`similarity-scores`).
 */
export const FLOOR = {
  share: 0.33,
  nearShare: 0.55,
  fewNear: 8,
  sureOf: 3,
  sureCoverage: 0.5,
  unsureShare: 0.2,
  overviewShare: 0.12,
  shortText: 12,
  longText: 40,
  unknown: 0.65,
  documentsForUnknown: 200,
  examined: 20,
  coverage: 0.1,
  examinedAround: 10,
  around: 3,
  coverageByOne: 0.3,
  coverageByAsker: 0.25,
  overviewCoverage: 0.4,
  oftenSaid: 0.1,
  nearness: 0.25,
  documents: 1_000,
} as const;

/**
 * The `nearest` entries in meaning gain up to `share` of the best score by words: as much of it as the way from the last of
 * them to the query's own meaning that they have come. So the measure does not depend on how similar a model finds everything.
 */
export const VECTOR = { nearest: 100, share: 1 } as const;

/** A document of the month or year that the query names gains this share of the weight of a word that occurs once; twice on the same day. */
export const DATE = { gain: 0.3 } as const;

/** The factor on an entry of which all feedback is good. One writer's feedback is worth at most its cube root. */
export const HELPED = { factor: 1.5 } as const;

/** The factor on what `voices` people or programs say independently; two of them give half of it. */
export const AGREEMENT = { factor: 1.2, voices: 4 } as const;

/** Factors on turns that ask a question, which say little, and on turns that mention a time if the query asks for one. */
export const FACTORS = { asks: 0.7, mentionsTime: 1.5 } as const;
