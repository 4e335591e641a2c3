import type { IndexedText } from '../indexing/entry.ts';
import type { Instruction } from '../rank/instruction.ts';
import type { NumberedTerms, Vocabulary } from '../rank/vocabulary.ts';
import type { Candidate } from '../synthesis/candidate.ts';

/** The column `features` of one entry, as a JSON array; terms are joined by spaces. */
type Features = [
  id: string,
  kind: 'memory' | 'artifact',
  terms: string,
  length: number,
  nameTerms: string,
  speaker: string | null,
  sessionId: string | null,
  position: number | null,
  occurredAt: number,
  importance: number,
  confidence: number,
  asks: 0 | 1,
  mentionsTime: 0 | 1,
  tokens: number,
  /** Missing from rows written before it was kept. */
  subtype?: string | null,
  /** Missing from rows written before there was feedback. */
  balance?: number | null,
  more?: More,
];

/** What few entries have. Missing is what most have, and what rows written before it was kept have. */
interface More {
  times?: number;
  voices?: number;
  /** The event of a side text. */
  event?: string;
  /** Of a turn with several parts. */
  part?: number;
  parts?: number;
  /** Joined by spaces. */
  relatives?: string;
  /** Of an artifact. */
  changes?: readonly string[];
  /** Of a memory that no longer holds. */
  until?: number;
  by?: string;
  /** Words and terms are joined by spaces. */
  instruction?: readonly [
    conditionTerms: string,
    matter: string,
    isProhibition: 0 | 1,
    sessions: readonly string[],
    isOfEndUser?: 0 | 1,
  ];
}

/** Where the balance stands among the features. */
const BALANCE = 15;

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);
const list = (joined: string): string[] => (joined === '' ? [] : joined.split(' '));

export const encodeFeatures = (text: IndexedText, nameTerms: readonly string[], balance: number): string =>
  JSON.stringify([
    text.id,
    text.kind,
    text.terms.join(' '),
    text.terms.length,
    nameTerms.join(' '),
    text.speaker,
    text.sessionId,
    text.position,
    text.occurredAt,
    text.importance,
    text.confidence,
    bit(text.asks),
    bit(text.mentionsTime),
    text.tokens,
    text.subtype,
    balance,
    moreOf(text),
  ] satisfies Features);

const moreOf = ({
  times = 1,
  voices = 1,
  part,
  parts,
  instruction,
  replaced,
  relatives,
  changes,
  eventId,
}: IndexedText): More => ({
  ...(times === 1 ? {} : { times }),
  ...(voices === 1 ? {} : { voices }),
  ...(parts === 1 ? {} : { part, parts }),
  ...replaced,
  ...(eventId === undefined ? {} : { event: eventId }),
  ...(relatives === undefined ? {} : { relatives: relatives.join(' ') }),
  ...(changes === undefined ? {} : { changes }),
  ...(instruction === undefined ? {} : { instruction: encodeInstruction(instruction) }),
});

const encodeInstruction = ({ conditionTerms, matter, isProhibition, sessions, isOfEndUser }: Instruction) =>
  [conditionTerms.join(' '), matter.join(' '), bit(isProhibition), sessions, bit(isOfEndUser)] as const;

const decodeInstruction = ([conditionTerms, matter, isProhibition, sessions, isOfEndUser = 0]: NonNullable<
  More['instruction']
>): Instruction => ({
  conditionTerms: list(conditionTerms),
  matter: list(matter),
  isProhibition: isProhibition === 1,
  sessions,
  isOfEndUser: isOfEndUser === 1,
});

/** The features of a row after feedback. */
export function withBalance(features: string, balance: number): string {
  const fields = JSON.parse(features) as Features;
  fields[BALANCE] = balance;
  return JSON.stringify(fields);
}

/**
 * Candidates from the features of rows, joined by commas; null for none. Thousands of rows need one parse. `similarities`
 * are those to the query, in the order of the rows, if they are known.
 */
export const decodeCandidates = (joined: string | null, similarities: readonly number[] = []): Candidate[] =>
  joined === null
    ? []
    : (JSON.parse(`[${joined}]`) as Features[]).map((features, i) => new StoredCandidate(features, similarities[i]));

/** What a copy of the index keeps of one row. Equal strings of all rows are shared in the vocabulary. */
export function decodeForCopy(
  features: string,
  vocabulary: Vocabulary,
): { candidate: Candidate; nameTerms: readonly string[] } {
  const parsed = JSON.parse(features) as Features;
  const nameTerms = list(parsed[4]).map((term) => vocabulary.shared(term));
  return { candidate: new StoredCandidate(parsed, undefined, vocabulary), nameTerms };
}

/** The terms that the statistics count of one row. */
export function decodeTerms(features: string): { terms: string[]; nameTerms: string[] } {
  const [, , terms, , nameTerms] = JSON.parse(features) as Features;
  return { terms: list(terms), nameTerms: list(nameTerms) };
}

class StoredCandidate implements Candidate {
  readonly id: string;
  readonly kind: 'memory' | 'artifact';
  readonly termText: string;
  readonly length: number;
  readonly speaker: string | null;
  readonly sessionId: string | null;
  readonly position: number | null;
  readonly part: number;
  readonly parts: number;
  readonly occurredAt: number;
  readonly importance: number;
  readonly confidence: number;
  readonly asks: boolean;
  readonly mentionsTime: boolean;
  readonly tokens: number;
  readonly subtype: string | null;
  readonly balance: number;
  readonly times: number;
  readonly voices: number;
  readonly similarity?: number;
  readonly instruction?: Instruction;
  readonly replaced?: { readonly until: number; readonly by: string };
  readonly relatives?: readonly string[];
  readonly changes?: readonly string[];
  readonly eventId?: string;
  readonly numbered?: NumberedTerms;
  #terms: string[] | undefined;

  constructor(
    [id, kind, terms, length, , speaker, sessionId, position, ...figures]: Features,
    similarity: number | undefined,
    vocabulary?: Vocabulary,
  ) {
    const [occurredAt, importance, confidence, asks, mentionsTime, tokens, subtype = null, balance, more = {}] =
      figures;
    this.id = id;
    this.kind = kind;
    this.termText = ` ${terms} `;
    this.length = length;
    this.speaker = speaker === null ? null : (vocabulary?.shared(speaker) ?? speaker);
    this.sessionId = sessionId === null ? null : (vocabulary?.shared(sessionId) ?? sessionId);
    if (vocabulary !== undefined) {
      this.#terms = list(terms).map((term) => vocabulary.shared(term));
      this.numbered = vocabulary.keep(this.#terms);
    }
    this.position = position;
    this.part = more.part ?? 0;
    this.parts = more.parts ?? 1;
    this.occurredAt = occurredAt;
    this.importance = importance;
    this.confidence = confidence;
    this.asks = asks === 1;
    this.mentionsTime = mentionsTime === 1;
    this.tokens = tokens;
    this.subtype = subtype;
    this.times = more.times ?? 1;
    this.voices = more.voices ?? 1;
    this.balance = balance ?? 0;
    if (more.relatives !== undefined) this.relatives = list(more.relatives);
    if (more.changes !== undefined) this.changes = more.changes;
    if (more.until !== undefined && more.by !== undefined) this.replaced = { until: more.until, by: more.by };
    if (more.event !== undefined) this.eventId = more.event;
    if (similarity !== undefined) this.similarity = similarity;
    if (more.instruction !== undefined) this.instruction = decodeInstruction(more.instruction);
  }

  get terms(): readonly string[] {
    return (this.#terms ??= list(this.termText.trim()));
  }
}
