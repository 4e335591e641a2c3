import { identifierWords } from '@strata/kernel/identifiers';
import { readDates, type DateMention } from '../text/date-mentions.ts';
import { withoutAsking } from '../text/asking-words.ts';
import { entityTerms } from '../text/entity-terms.ts';
import { speaksOfSelf } from '@strata/languages/first-person';
import { queryTerms, type QueryTerms, type WordForm } from '../text/query-terms.ts';
import { stem } from '@strata/languages/stem';
import { unknownProgram, unknownProgramLine } from '@strata/languages/unknown-program';
import { unspecificWords } from '../text/unspecific-words.ts';

/** A query, read once. */
export interface AnalysedQuery {
  /** Distinct search terms in order, at most 128. */
  readonly terms: readonly string[];
  /** Other stems of the same words, by term; of a query in the forms that a population knows, they are among the terms. */
  readonly forms: ReadonlyMap<string, readonly WordForm[]>;
  /** The terms of related words, by term; they are not among the terms. */
  readonly related: ReadonlyMap<string, readonly string[]>;
  /** The distinct terms of each of its lines, at most 40: an error is often one of them. */
  readonly lines: readonly (readonly string[])[];
  /** All its words, lower-cased; they may contain names of speakers. */
  readonly words: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  /** Those of the terms that only name its dates; none if it names nothing else. */
  readonly dateTerms: ReadonlySet<string>;
  /** Those of its terms that are identifiers. */
  readonly entities: readonly string[];
  /** Identifiers in it that may be a customer's, canonical. */
  readonly identifiers: ReadonlySet<string>;
  /** Those of the terms that only ask ("list", "summary"); none if all terms would be: then they are the subject. */
  readonly askingTerms: ReadonlySet<string>;
  readonly asksTime: boolean;
  /** It asks for what was so before: "used to", "previous". */
  readonly asksPast: boolean;
  /** It speaks of "I", "my" or "we": of the person who asks. */
  readonly aboutAsker: boolean;
  /** It asks what is known of the person who asks, and names no subject. */
  readonly asksOfAsker: boolean;
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
  /(?<!\p{L})(?:when|how long|how often|(?:what|which) (?:date|day|year|month|time)|how many (?:minutes|hours|days|weeks|months|years|times)|since when|wann|wie (?:lange|oft|spät)|welche[mns]? (?:tag|datum|uhrzeit|jahr|monat)|(?:um|bis) wie ?viel uhr|quand|combien de temps|quel(?:le)? (?:jour|date|heure|mois|année)|cu[áa]ndo|cu[áa]nto tiempo|qu[ée] (?:d[íi]a|fecha|hora|mes|año)|quando|quanto tempo|(?:che|quale) (?:giorno|data|ora|mese|anno)|(?:que|qual)(?: [ao])? (?:dia|data|horas?|mês|ano)|wanneer|hoe (?:lang|laat|vaak)|welke (?:dag|datum|maand)|welk jaar|когда|как долго)(?!\p{L})|什么时候|什麼時候|什么时间|何时|何時|哪[一]?[天年]|几[点号月]|多久|多长时间|いつ|何[日曜月年]|どの(?:くらい|ぐらい)|언제|며칠|몇 (?:시|월)|무슨 요일/iu;

const ASKS_PAST =
  /(?<!\p{L})(?:before|used to|previous(?:ly)?|former(?:ly)?|earlier|originally|at first|back then|in the past|until (?:then|when)|früher\p{L}*|vorher\p{L}*|ehemalig\p{L}*|damals|zuvor|zuerst|antes|anterior(?:mente)?|antiguamente|avant|auparavant|autrefois|ancien(?:ne)?|prima|precedente|vroeger|eerder)(?!\p{L})|以前|之前|原来|原先|曾经|かつて|前は|元の|もともと/iu;

const OF_ASKER =
  /(?<!\p{L})(?:about (?:me|myself|us)|who (?:am i|i am)|(?:über|von) (?:mich|mir|uns)|wer (?:bin ich|ich bin)|(?:sobre|de|acerca de) m[ií]|qui[ée]n soy|sur moi|de moi|qui (?:suis-je|je suis)|(?:su|di) (?:di )?me|chi sono|sobre mim|quem sou|over m(?:ij|e|ezelf)|wie (?:ben ik|ik ben)|обо мне|кто я)(?!\p{L})|关于我|我是谁|私について|나에 대해/iu;
const OVERVIEW =
  /(?<!\p{L})(?:summar(?:y|ies|i[sz]e\p{L}*)|overview|recap|timeline|histor(?:y|ies)|everything|in (?:what|which|chronological) order|(?:order|sequence) in which|(?:across|throughout) (?:all|my|our|the)|how many (?:different|distinct)|(?:in )?total|(?:list|name) (?:all|every|the)|all (?:the|my|our|of)|zusammenfass\p{L}*|überblick|reihenfolge(?: auf)?,? in|in welcher reihenfolge|orden en (?:el )?que|ordre dans lequel|resum\p{L}*|résum\p{L}*|riassu\p{L}*|samenvat\p{L}*|overzicht)(?!\p{L})|总结|概述|まとめ|요약/iu;
const ANSWERS =
  /(?<!\p{L})(?:did you|have you|you (?:just |first |originally )?(?:say|said|recommend(?:ed)?|suggest(?:ed)?|told|gave|explained|mentioned|advised|proposed?|showed)|your (?:advice|recommendations?|suggestions?|explanation|answers?|instructions?))(?!\p{L})/iu;

/** Pure; the vector is left null. */
export function analyseQuery(text: string): AnalysedQuery {
  const query = asRemembered(text);
  const found = queryTerms(query);
  const terms = found.terms.slice(0, MAX_QUERY_TERMS);
  const subject = subjectTerms(query, query, found);
  const dates = readDates(query);
  const aboutAsker = speaksOfSelf(query, found.language);
  const asksOverview = OVERVIEW.test(query);
  return {
    terms,
    forms: new Map([...found.forms].filter(([term]) => terms.includes(term))),
    related: new Map([...found.related].filter(([term]) => subject.has(term) && terms.includes(term))),
    lines: query.split('\n', MAX_LINES).map((line) => termsOf(line, query, found).slice(0, MAX_QUERY_TERMS)),
    askingTerms: new Set(subject.size === 0 ? [] : terms.filter((term) => !subject.has(term))),
    words: new Set(found.words),
    dates: dates.found,
    dateTerms: dateTerms(dates.rest, query, found, subject),
    entities: entityTerms(query),
    identifiers: identifierWords(query),
    asksTime: ASKS_TIME.test(query),
    aboutAsker,
    asksOfAsker:
      (OF_ASKER.test(query) || (aboutAsker && asksOverview)) &&
      subjectTerms(query.replace(OVERVIEW, ' '), query, found).size === 0,
    asksOverview,
    asksPast: ASKS_PAST.test(query),
    aboutAnswers: ANSWERS.test(query),
    vector: null,
  };
}

/** The query with an unknown program in the words that memories have for it, whatever the shell that said so. */
function asRemembered(text: string): string {
  const lines = text.split('\n').map((line) => {
    const program = unknownProgram(line.trim());
    return program === null ? line : unknownProgramLine(program);
  });
  return lines.join('\n');
}

/** The terms of the query that only name its dates. */
function dateTerms(
  withoutDates: string,
  query: string,
  found: QueryTerms,
  subject: ReadonlySet<string>,
): ReadonlySet<string> {
  if (withoutDates === query) return new Set();
  const others = subjectTerms(withoutDates, query, found);
  return new Set(others.size === 0 ? [] : [...subject].filter((term) => !others.has(term)));
}

/** The terms of a part of the query that do not only ask. */
function subjectTerms(part: string, query: string, found: QueryTerms): Set<string> {
  const { words, language } = found;
  const unspecific = new Set([...unspecificWords(words, language)].map((word) => stem(word, language)));
  return new Set(termsOf(withoutAsking(part), query, found).filter((term) => !unspecific.has(term)));
}

/** The terms of a part of the query. Often it is all of the query, whose terms are known. */
const termsOf = (part: string, query: string, { terms, language }: QueryTerms): readonly string[] =>
  part === query ? terms : queryTerms(part, language).terms;
