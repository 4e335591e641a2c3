/**
 * The constants of the ranking. They were chosen on round values by the mean evidence recall over four budgets on a part of a
 * conversational benchmark and judged on another part; `docs/ranking.md` has the ablations. Around each the optimum is flat.
 */

/** BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). */
export const BM25 = { k1: 1.2, b: 0.75, idfExponent: 1.5 } as const;

/** A query word that names a speaker says who, hardly what: weight as a term, and the factor on that speaker's turns. */
export const SPEAKER = { termWeight: 0.1, factor: 3 } as const;

/** A term that resembles a query term (a derived or misspelt word) counts this share of it. */
export const RESEMBLANCE = { weight: 0.3 } as const;

/** What a turn inherits from the turns around it; the share falls by `decay` with each step away. */
export const NEIGHBOURS = { radius: 2, previous: 0.3, next: 0.2, decay: 0.7, answersQuestion: 0.4 } as const;

/** A session scores the mean of its best `top` turns; each of its turns gains `share` of that. */
export const SESSION = { top: 5, share: 0.2 } as const;

/** Pseudo-relevance feedback: the best `documents` lend their best `terms`, which weigh `share` of the query together. */
export const FEEDBACK = { documents: 10, terms: 20, share: 0.5 } as const;

/** What a document of the month or year that the query names gains, as a share of what a word that occurs once weighs; of the very day, twice. */
export const DATE = { gain: 0.3 } as const;

/** Factors on turns that ask, for they tell little, and on turns that tell a time when the query asks for one. */
export const FACTORS = { asks: 0.7, mentionsTime: 1.5 } as const;
