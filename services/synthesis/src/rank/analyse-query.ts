import { dateMentions, type DateMention } from '../text/date-mentions.ts';
import { stems } from '../text/terms.ts';
import { words } from '../text/words.ts';

/** A query, read once. */
export interface AnalysedQuery {
  /** Distinct search terms in order, at most 128. */
  readonly terms: readonly string[];
  /** All its words, lower-cased; they may contain names of speakers. */
  readonly words: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  readonly asksTime: boolean;
  /** For the vector arm; null without an embedding provider, or if it did not respond in time. */
  readonly vector: readonly number[] | null;
}

const MAX_QUERY_TERMS = 128;
const ASKS_TIME =
  /(?<!\p{L})(?:when|how long|how often|(?:what|which) (?:date|day|year|month|time)|how many (?:minutes|hours|days|weeks|months|years|times)|since when|wann|wie lange|seit wann|quand|depuis quand|cu[áa]ndo|cu[áa]nto tiempo|quando|quanto tempo|wanneer|когда|как долго)(?!\p{L})|什么时候|何时|多久|いつ|언제/iu;

/** Pure; the vector is left null. */
export function analyseQuery(query: string): AnalysedQuery {
  const all = words(query);
  return {
    terms: [...new Set(stems(all))].slice(0, MAX_QUERY_TERMS),
    words: new Set(all),
    dates: dateMentions(query),
    asksTime: ASKS_TIME.test(query),
    vector: null,
  };
}
