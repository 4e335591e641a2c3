import { changesByName } from '../sessions/tool-verbs.ts';
import { PAYLOAD_FIELDS } from '../steps/payload-fields.ts';
import { LANGUAGES } from '../facts/languages.ts';
import { textOf } from '../steps/read-outcome.ts';
import { visitScalars } from '../text/json.ts';
import { humanize, lightStem } from '../text/words.ts';
import { CONTENT, isEmptyWord, wordsOf } from './small-talk.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces between words: what looks like one word can be a sentence. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Whether a result tells no more than that its call came to an end: nothing, or a single word beside a bare name ("read_file
 * returned: contents", "test run task passed"). A word beside a call with arguments says something of them, and so does any
 * number.
 */
export function saysNothing(call: string, result: string): boolean {
  if (!isBareName(call)) return false;
  const found = result.match(WORD) ?? [];
  return found.length === 0 || (found.length === 1 && !/\p{N}/u.test(result) && !UNSPACED.test(result));
}

/** One word: the name of a tool, or of a test run. */
const isBareName = (call: string): boolean => /^[\p{L}_]*$/u.test(call);

const SUCCESS = new Set(['ok', 'okay', 'success', 'successful', 'successfully', 'succeeded']);
/** Words for anything that a tool works on, and for what its caller may do next. */
const GENERAL = new Set(
  (
    'action call change command data entry file item list message operation process query record request response result status task tool update ' +
    'applicable current ensure proceed track true use'
  )
    .split(' ')
    .map(lightStem),
);
/** Participles that do not end in "ed". */
const IRREGULAR = new Set(['done', 'made', 'paid', 'put', 'run', 'sent', 'set', 'sold', 'written']);
/** These limit what a sentence confirms. */
const LIMITS = /(?<!\p{L})(?:already|but|except|only|partially|partly|unless|until|yet)(?!\p{L})/iu;
/** Within a sentence, it is a name: "Assigned to Will". */
const NAME = /(?<=\p{L},? )\p{Lu}/u;
const MOST_SCALARS = 20;
/** Of a text. A longer one says more. */
const MOST_CHARACTERS = 300;

/**
 * Whether what a tool returned only confirms that the call went well: `ok: true`, "Order cancelled successfully". A value, a
 * number, a name, a state (`status: shipped`), a denial or any word that neither the name of the tool nor every tool has makes it
 * more. Tools confirm in English.
 */
export function onlyConfirms(tool: string, output: unknown): boolean {
  const result = Array.isArray(output) ? textOf(output) : output;
  if (typeof result === 'string') return confirms(tool, result) || repeatsCall(tool, result);
  const confirming: boolean[] = [];
  visitScalars(result, MOST_SCALARS, (key, value) =>
    confirming.push(
      typeof value === 'string' ? TEXT_FIELDS.has(key) && confirms(tool, value) : saysItWentWell(key, value),
    ),
  );
  return confirming.length > 0 && confirming.length < MOST_SCALARS && confirming.every(Boolean);
}

/** The fields of a result that say in words how the call went, and those that say it by a truth value. */
const TEXT_FIELDS = new Set<string>([...PAYLOAD_FIELDS.status, ...PAYLOAD_FIELDS.output]);
const SUCCESS_FIELDS = new Set<string>(PAYLOAD_FIELDS.success);
const FAILURE_FIELDS = new Set<string>(PAYLOAD_FIELDS.failure);
/** `ok: true`, `failed: false`. */
const saysItWentWell = (key: string, value: number | boolean): boolean =>
  (value === true && SUCCESS_FIELDS.has(key)) || (value === false && FAILURE_FIELDS.has(key));

/** "Todos have been modified successfully." */
function confirms(tool: string, text: string): boolean {
  if (!namesNothing(text)) return false;
  const words = wordsOf(text);
  const isOfTool = namedBy(tool);
  return (
    words.some((word) => SUCCESS.has(word)) &&
    words.every((word) => isGeneral(word) || isOfTool(word) || isParticiple(word))
  );
}

/** "Order cancelled" of cancel_order: the name of a tool that changes something, in other words. */
function repeatsCall(tool: string, text: string): boolean {
  if (changesByName(tool) !== true || !namesNothing(text)) return false;
  const words = wordsOf(text);
  const isOfTool = namedBy(tool);
  return (
    words.some((word) => isParticiple(word) && isOfTool(word)) &&
    words.every((word) => isGeneral(word) || isOfTool(word))
  );
}

const namesNothing = (text: string): boolean =>
  text.length <= MOST_CHARACTERS &&
  !CONTENT.test(text) &&
  !UNSPACED.test(text) &&
  !NAME.test(text) &&
  !LIMITS.test(text) &&
  !LANGUAGES.en.negation.test(text);

const isGeneral = (word: string): boolean =>
  SUCCESS.has(word) || GENERAL.has(lightStem(word)) || isEmptyWord(word, 'en');

const basesOf = (word: string): string[] => [
  word,
  word.replace(/d$/u, ''),
  word.replace(/ed$/u, ''),
  word.replace(/ied$/u, 'y'),
  word.replace(/(\p{L})\1ed$/u, '$1'),
];

/** Tells of a word whether the name of a tool has it, in any form. */
function namedBy(tool: string): (word: string) => boolean {
  const named = humanize(tool).split(' ').map(lightStem);
  return (word) => basesOf(word).some((base) => named.includes(lightStem(base)));
}

const isParticiple = (word: string): boolean =>
  IRREGULAR.has(word) || (word.endsWith('ed') && basesOf(word).some((base) => changesByName(base) !== undefined));

/** Names of tools that read files: `read_file`, `mcp__fs__read_text_file`, `get_file_contents`, `Read`. */
const READS_FILES = [
  /(?:^| )(?:read|view|open|cat)(?: (?:text|source|code|local|whole|full|many|multiple|several|all)){0,2} files?(?: (?:contents?|text|lines?|range))?$/,
  /(?:^| )get files? (?:contents?|text|lines?)$/,
  /(?:^| )files? (?:read|reader|view|viewer|contents?)$/,
  /^(?:fs )?read$/,
];
/** Marks of code and markup. */
const CODE = /[<>{}=;→]/u;
const MOST_TEXTS = 60;

/** Whether a result is the contents of a file: they are found by reading it again, and mislead once it has changed. */
export function isFileContents(tool: string, output: unknown): boolean {
  const name = humanize(tool);
  if (!READS_FILES.some((pattern) => pattern.test(name))) return false;
  const texts: string[] = [];
  visitScalars(output, MOST_TEXTS, (_key, scalar) => texts.push(String(scalar)));
  // A line of plain words may be the tool's own answer.
  return texts.some((text) => text.trim().includes('\n') || CODE.test(text));
}

/** What counts of a test runner are made of. A failure is more than a count. */
const COUNTS = new Set(
  'test suite spec check case example assertion snapshot pass passed passing skip skipped todo total ran time duration in s ms sec second minute of all'
    .split(' ')
    .map(lightStem),
);

/** Whether the output of a passed test run is no more than counts: "12 passed in 3.4 s". */
export const onlyCounts = (output: string): boolean =>
  wordsOf(output).every((word) => COUNTS.has(lightStem(word)) || (word.length > 1 && isGeneral(word)));
