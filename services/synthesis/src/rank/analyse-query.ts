import { dateMentions, type DateMention } from '../text/date-mentions.ts';
import { withoutAsking } from '../text/asking-words.ts';
import { entityTerms } from '../text/entity-terms.ts';
import { stems, terms } from '../text/terms.ts';
import { words } from '../text/words.ts';

/** A query, read once. */
export interface AnalysedQuery {
  /** Distinct search terms in order, at most 128. */
  readonly terms: readonly string[];
  /** The distinct terms of each of its lines, at most 40: an error is often one of them. */
  readonly lines: readonly (readonly string[])[];
  /** All its words, lower-cased; they may contain names of speakers. */
  readonly words: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  /** Those of its terms that are identifiers. */
  readonly entities: readonly string[];
  /** Those of the terms that only ask ("list", "summary"). */
  readonly askingTerms: ReadonlySet<string>;
  readonly asksTime: boolean;
  /** It speaks of "I", "my" or "we": of the person who asks. */
  readonly aboutAsker: boolean;
  /** It asks for an overview of many things rather than for one. */
  readonly asksOverview: boolean;
  /** It asks what the program said. */
  readonly aboutAnswers: boolean;
  /** For the vector arm; null without an embedding provider, or if it did not respond in time. */
  readonly vector: readonly number[] | null;
}

const MAX_QUERY_TERMS = 128;
const MAX_LINES = 40;
const ASKS_TIME =
  /(?<!\p{L})(?:when|how long|how often|(?:what|which) (?:date|day|year|month|time)|how many (?:minutes|hours|days|weeks|months|years|times)|since when|wann|wie lange|seit wann|quand|depuis quand|cu[áa]ndo|cu[áa]nto tiempo|quando|quanto tempo|wanneer|когда|как долго)(?!\p{L})|什么时候|何时|多久|いつ|언제/iu;

const FIRST_PERSON =
  /(?<!\p{L})(?:i|my|me|mine|we|our|us|ich|mein\p{L}*|mir|mich|wir|unser\p{L}*|j['’]ai|je|mon|ma|mes|nous|notre|nos|yo|mi|mis|nosotros|nuestr\p{L}+|eu|meus?|minhas?|io|mio|mia|miei|noi|ik|mijn|я|мой|моя|мои|мне|мы|наш\p{L}*)(?!\p{L})|我|我们|私|僕|나는|내가/iu;
const OVERVIEW =
  /(?<!\p{L})(?:summar(?:y|ies|i[sz]e\p{L}*)|overview|recap|timeline|histor(?:y|ies)|everything|in (?:what|which|chronological) order|(?:order|sequence) in which|(?:across|throughout) (?:all|my|our|the)|how many (?:different|distinct)|(?:in )?total|(?:list|name) (?:all|every|the)|all (?:the|my|our|of)|zusammenfass\p{L}*|überblick|resum\p{L}*|résum\p{L}*|riassu\p{L}*|samenvat\p{L}*|overzicht)(?!\p{L})|总结|概述|まとめ|요약/iu;
const ANSWERS =
  /(?<!\p{L})(?:did you|have you|you (?:just |first |originally )?(?:say|said|recommend(?:ed)?|suggest(?:ed)?|told|gave|explained|mentioned|advised|proposed?|showed)|your (?:advice|recommendations?|suggestions?|explanation|answers?|instructions?))(?!\p{L})/iu;

/** Pure; the vector is left null. */
export function analyseQuery(query: string): AnalysedQuery {
  const all = words(query);
  const queryTerms = [...new Set(stems(all))].slice(0, MAX_QUERY_TERMS);
  return {
    terms: queryTerms,
    lines: query.split('\n', MAX_LINES).map((line) => [...new Set(terms(line))].slice(0, MAX_QUERY_TERMS)),
    askingTerms: askingTerms(queryTerms, query),
    words: new Set(all),
    dates: dateMentions(query),
    entities: entityTerms(query),
    asksTime: ASKS_TIME.test(query),
    aboutAsker: FIRST_PERSON.test(query),
    asksOverview: OVERVIEW.test(query),
    aboutAnswers: ANSWERS.test(query),
    vector: null,
  };
}

/** None if all terms would be: then they are the subject. */
function askingTerms(all: readonly string[], query: string): Set<string> {
  const subject = new Set(terms(withoutAsking(query)));
  return new Set(subject.size === 0 ? [] : all.filter((term) => !subject.has(term)));
}
