import { COMMAND_FORMS, type CommandForms } from './command-forms.ts';
import { COMMAND_WORDS, NEGATIONS, OTHERS, SUBORDINATE, type CommandWords } from './instruction-words.ts';
import { sentences } from './sentences.ts';
import { MAX_TEXT_LENGTH } from './words.ts';

/** How a person wants a program to do all its work. */
export interface StandingInstruction {
  /** The sentences that say it. */
  readonly sentences: readonly string[];
  /** The conditions under which it applies ("when I ask about …"); empty if it always does. */
  readonly conditions: readonly string[];
  /** What is to be done: the sentences without their conditions, and without words as "always" and "please". */
  readonly matter: string;
}

/** Longer sentences tell a story or hold a document. */
const LONGEST = 300;
const CODE = /```.*?(?:```|$)/gsu;
/** What may stand before the words of a sentence: marks of lists and quotation marks. */
const BULLET = /^\s*(?:[-*•–—]|\d{1,2}[.)])?[\s"“„«'‘*_]*/u;
/** A line of a quotation, of code or of markup. */
const NOT_SAID = /^\s*(?:>|\/\/|<|[{}[\]()$|])|[;{}]\s*$|=>|<\/|\w\(\)/u;
const OPENER =
  `(?:(?:ok(?:ay)?|hey|hi|hello|thanks|thank you|great|also|and|so|but|now|well|yes|no|oh|by the way|btw|one more thing|note|important|reminder|rule|remember|just|actually|quick note
|danke|also|und|übrigens|wichtig|hinweis|merci|et|aussi|gracias|y|además|importante|obrigad[oa]|grazie|inoltre|en|dank je|ook|dzięki|ważne|спасибо|и|а|важно)[\\s,:;!.–—-]+)`.replace(
    /\n/gu,
    '',
  );

/** Finds what a text says about how all work is to be done; null if nothing. Only the first 65,536 characters are read. */
export function standingInstruction(text: string): StandingInstruction | null {
  const found: string[] = [];
  const conditions: (string | null)[] = [];
  const matters: string[] = [];
  for (const sentence of sentences(text.slice(0, MAX_TEXT_LENGTH).replace(CODE, '\n'))) {
    if (sentence.length > LONGEST || NOT_SAID.test(sentence)) continue;
    const said = sentence.replace(BULLET, '').trim();
    const instruction = readSentence(said);
    if (instruction === null || OTHERS_SPOKEN_OF.test(said)) continue;
    found.push(sentence.trim());
    conditions.push(instruction.condition);
    matters.push(instruction.matter);
  }
  if (found.length === 0) return null;
  return {
    sentences: found,
    conditions: conditions.includes(null) ? [] : conditions.filter((condition) => condition !== null),
    matter: matters.join(' '),
  };
}

/** Whether a wish is that something is not done. Two such wishes never contradict each other. */
export const isProhibition = (matter: string): boolean => PROHIBITION.test(matter);

const OTHERS_SPOKEN_OF = new RegExp(OTHERS, 'iu');
const PROHIBITION = new RegExp(NEGATIONS, 'iu');
const ASKS = /[?？؟]["'”’)\]]*$/u;

interface SentenceInstruction {
  /** Null if it always holds. */
  readonly condition: string | null;
  readonly matter: string;
}

/** Reads a sentence as an instruction; null if it is none. */
function readSentence(sentence: string): SentenceInstruction | null {
  const grammar = GRAMMARS.find(
    ({ mark, asked, said }) =>
      mark.test(sentence) && (ASKS.test(sentence) ? asked : said).some((pattern) => pattern.test(sentence)),
  );
  if (grammar !== undefined) return split(sentence, grammar);
  if (ASKS.test(sentence)) return null;
  const forms = FORMS.find(
    ({ standing, when, command, report }) =>
      command.test(sentence) && (standing.test(sentence) || when.test(sentence)) && !report.test(sentence),
  );
  return forms === undefined ? null : split(sentence, forms);
}

function split(sentence: string, { when, general }: Pick<Grammar, 'when' | 'general'>): SentenceInstruction {
  const condition = when.exec(sentence);
  const rest = condition === null ? sentence : sentence.replace(condition[0], ' ');
  return {
    condition: condition === null ? null : (condition.groups?.['about'] ?? condition[0]).trim() || null,
    matter: rest.replace(general, (word) => (isProhibition(word) ? word : ' ')),
  };
}

interface Grammar {
  /** Every instruction has this. Quick to look for. */
  readonly mark: RegExp;
  /** A sentence that is no question is an instruction if it matches one of these, a question if it matches one of `asked`. */
  readonly said: readonly RegExp[];
  readonly asked: readonly RegExp[];
  readonly when: RegExp;
  /** Words that say that it holds in general. */
  readonly general: RegExp;
}

const END = '(?![\\p{L}\\p{M}])';
/** "In" your answers. */
const WITHIN = 'in|dans|en|em|n[ao]s|nelle|nei|w|в';
/** What follows answers that are asked for once. */
const OF_ONE_THING = 'to|about|on|for|zu|auf|über|à|sur|a|sobre|para|su|op|over|na|do|o|на|о|об|к';
/** A comma with space around it, space, or nothing. No text matches in two ways: repeated, that would take exponential time. */
const PAUSE = '(?:\\s*,)?\\s*';

function grammarOf({
  always,
  future,
  please,
  before,
  verbs,
  afterAlways,
  request,
  stop,
  when,
  lead,
  answers,
  form,
  brief,
}: CommandWords): Grammar {
  const word = (alternatives: string): string => `(?:${alternatives})${END}`;
  const gap = '[\\s,:]+';
  const polite = `(?:${word(please)}${gap})?`;
  const start = `^${OPENER}{0,3}${polite}`;
  const leading = `(?:${word(lead)}[^,.;:!?]{1,80},\\s*)?`;
  const verb = word(verbs);
  const filler = `(?:${word(`${please}|${always}|${before}`)}${PAUSE}|[nm]['’])*`;
  const condition = `(?:${when})`;
  const within = `(?:(?!\\s(?:${SUBORDINATE})${END})[^.!?;])*(?<!\\p{L})`;
  const pattern = (source: string): RegExp => new RegExp(source, 'iu');
  const requestAlways = [
    pattern(`(?<!\\p{L})${request}\\s+(?:\\p{L}+\\s+)?${word(`${always}|${future}`)}`),
    pattern(`${word(future)},?\\s+${filler}${request}${END}`),
  ];
  return {
    mark: pattern(`(?<!\\p{L})(?:${word(`${always}|${future}|${answers}`)}|${stop}|${condition})`),
    said: [
      // "Always format …", "for code, please never use …"
      pattern(
        `${start}${leading}(?:${word(future)}${PAUSE})?${polite}${word(always)}(?:\\s*,)?\\s+${filler}(?:${verb}|${afterAlways})`,
      ),
      // "Use tabs from now on", "answer always in French", "show sources when I ask about prices"
      pattern(`${start}${leading}${filler}${verb}${within}(?:${word(future)}|${condition})`),
      pattern(`${start}${leading}${filler}${verb}(?:\\s+(?!(?:${SUBORDINATE})${END})[^\\s,]+){0,3}\\s+${word(always)}`),
      pattern(`${start}${leading}${filler}${verb}${within}${word(always)}\\s*[.!]*$`),
      // "From now on, please answer …"
      pattern(`${start}${leading}${word(future)}${PAUSE}${filler}${verb}`),
      // "When I ask about prices, show sources"
      pattern(`${start}${condition}[^.!?;]{0,120}[,:]\\s*${filler}${verb}`),
      pattern(`${start}(?:${word(future)}${PAUSE})?${word(stop)}`),
      // "Keep your answers short", but not "Give me your answers to these questions"
      pattern(
        `${start}${leading}${filler}${word(form)}(?:\\s+(?!(?:${SUBORDINATE})${END})[^\\s,]+){0,3}\\s+${word(answers)}(?!\\s+${word(OF_ONE_THING)})`,
      ),
      // "No emojis in your answers, please"
      pattern(
        `${start}(?:${brief})[^.,;:!?]*\\s${word(WITHIN)}\\s+${word(answers)}(?:[\\s,]+(?:${please}|s['’]il[^.!?]*))?\\s*[.!]*$`,
      ),
      ...requestAlways,
    ],
    asked: requestAlways,
    when: pattern(`(?<!\\p{L})${condition}(?<about>[^,.;:!?]*)`),
    general: new RegExp(`(?<!\\p{L})${word(`${always}|${future}|${please}`)}`, 'giu'),
  };
}

const GRAMMARS = COMMAND_WORDS.map(grammarOf);

const FORMS = COMMAND_FORMS.map(({ standing, command, when, report }: CommandForms) => ({
  standing: new RegExp(standing, 'iu'),
  command: new RegExp(command, 'iu'),
  when: new RegExp(when, 'iu'),
  report: new RegExp(report, 'iu'),
  general: new RegExp(standing, 'giu'),
}));
