import { FOREIGN_PASSWORD, NAME, NAME_WITHOUT_GROUP, PASSWORD_NAME } from './secret-names.ts';
import { MIN_LENGTH, looksLikeBareSecret, looksLikePassphrase, looksLikeSecret } from './secret-values.ts';

const QUOTE = '["\'`]';
/** Between a key of an object and its value (`event-texts.ts`). */
const FIELD = '\\n\\0=\\0\\n';
const secretOf = (characters: string): string => `(?<secret>${characters}{${String(MIN_LENGTH)},})`;
/** An escaped quote does not end the value. */
const QUOTED = secretOf('(?:\\\\[^\\s\\0]|[^\\s\\0"\'`\\\\])');
/** Several words on one line. `before` is a condition for each character. */
const phraseOf = (before = ''): string => `(?<secret>[^\\s\\0"'\`\\\\](?:${before}[^\\n\\r\\t\\0"\`\\\\]){7,99})`;
/** Spaces, also those of web pages and of French. */
const SPACE = '[ \\t\\u00a0\\u202f]';
/** What a sentence has between a password's name and its value, in German, French and Spanish. */
export const IS = 'ist|lautet|est|es|era|était';
/** Names of the text that is put into a field. */
const TYPED = 'text|value|input|keys|content';
const BARE = secretOf('[^\\s\\0"\'`,;&<>(){}[\\]|\\\\]');

/** A way to write a value after the name of a secret. */
export interface Form {
  readonly pattern: RegExp;
  readonly isPlausible: (value: string) => boolean;
  /** Whether the value has a delimiter at its end. */
  readonly isDelimited: boolean;
  /** Matches every text that the pattern matches. It is cheaper, and most texts do not match it. */
  readonly precondition: RegExp;
}

const formOf =
  (isPlausible: Form['isPlausible'], isDelimited: boolean) =>
  (source: string, precondition = ''): Form => ({
    pattern: new RegExp(source, 'dgi'),
    precondition: new RegExp(precondition, 'i'),
    isPlausible,
    isDelimited,
  });
const delimited = formOf(looksLikeSecret, true);
const passphrase = formOf(looksLikePassphrase, true);
/** Quoted, but in a place where a value could also be code or a word. */
const mixed = formOf(looksLikeBareSecret, true);
const bare = formOf(looksLikeBareSecret, false);

export const FORMS: readonly Form[] = [
  delimited(`${NAME}${QUOTE}{0,2}\\]?\\s{0,4}(?::=|={1,3}>?|:)\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`),
  delimited(`${NAME}${FIELD}${secretOf('[^\\s\\0]')}\\n\\0`),
  // In lists of variables and headers: `name: DB_PASSWORD`, `value: …`.
  delimited(
    `${NAME}(?:${QUOTE}{0,2}[\\s,]{1,40}|\\n\\0\\n)${QUOTE}?value(?:${QUOTE}{0,2}\\s{0,4}[:=]\\s{0,4}${QUOTE}?|${FIELD})${QUOTED}`,
    'value',
  ),
  mixed(`${NAME}${QUOTE}[ \\t]{0,4},[ \\t]{0,4}${QUOTE}${QUOTED}${QUOTE}`, ','),
  mixed(
    `${NAME}${QUOTE}{0,2}\\s{0,4}[:=]?\\s{0,4}\\{[^{}\\0]{0,200}?(?:value|default)${QUOTE}{0,2}\\s{0,4}[:=]\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`,
    '\\{',
  ),
  delimited(`${NAME}>${secretOf('[^\\s\\0<>]')}</`, '</'),
  delimited(`(?:password|identified by)\\s{1,4}'${secretOf("[^\\s\\0']")}'`, "\\s'"),
  // In a `netrc` file.
  delimited(`(?<!\\w)login\\s{1,8}[^\\s\\0]{1,200}\\s{1,8}password\\s{1,8}${QUOTED}`, 'login'),
  // An environment variable, to the end of its line: the value can be a word and contain any character.
  delimited(`(?<![\\w.$?&-])(?<variable>(?:[a-z][a-z0-9_]{0,64}?)?${NAME})=${QUOTED}`),
  passphrase(
    `${PASSWORD_NAME}${QUOTE}{0,2}\\]?\\s{0,4}(?::=|={1,3}>?|:)\\s{0,4}(?<quote>${QUOTE})${phraseOf('(?!\\k<quote>)')}\\k<quote>`,
  ),
  passphrase(`${PASSWORD_NAME}${FIELD}${phraseOf()}\\n\\0`),
  bare(`${NAME}${QUOTE}{0,2}${SPACE}{0,4}(?::=|[:=：])${SPACE}{0,4}${BARE}`),
  bare(`(?<![\\w-])--?[a-z-]{0,40}?${NAME}[ =]${QUOTE}?${BARE}`, '-'),
  // In a list of arguments.
  bare(`(?<![\\w-])--[a-z-]{0,40}?${NAME}\\n\\0\\n(?!-)${BARE}`, '--'),
  // In emphasis, in a table, in columns, on the next line.
  bare(`${NAME}\\*{0,3}[ \\t]{0,4}:\\*{0,3}[ \\t]{1,4}\`?${BARE}`, '\\*'),
  bare(`${NAME}[\`*_]{0,3}[ \\t]{0,80}\\|[ \\t]{0,4}[\`*_]{0,3}${BARE}(?=[\`*_]{0,3}[ \\t]{0,80}\\|)`, '\\|'),
  bare(
    `(?:^|[\\n\\0])[ \\t]{0,8}(?:(?:ENV|ARG)[ \\t]{1,4}\\w{0,64}?${NAME}|\\w{0,64}?${NAME_WITHOUT_GROUP}[ \\t])[ \\t]{1,20}${BARE}(?=[ \\t]*(?:[\\n\\r\\0]|$))`,
    '[ \\t]{2}|(?:ENV|ARG)[ \\t]',
  ),
  bare(`${NAME}${QUOTE}{0,2}[ \\t]{0,4}:[ \\t]{0,4}[|>][+-]?[ \\t]{0,4}\\n[ \\t]{1,40}${BARE}`, '[|>][^\\n]{0,6}\\n'),
  bare(`${PASSWORD_NAME}(?: [a-z'-]{1,16}){1,6} is[ :]{1,2}${QUOTE}?${BARE}`, ' is'),
  bare(`${NAME} (?:is|was)[ :]{1,2}${QUOTE}?${BARE}`, ' is| was'),
  bare(`(?:${FOREIGN_PASSWORD})(?: [a-zà-ÿ'’-]{1,16}){0,6} (?:${IS})[ :]{1,2}[„“«"'\`]?${BARE}`, ` (?:${IS})`),
  bare(`${NAME}${QUOTE}{0,2}\\s{0,4}(?:-{1,2}>|=>|[→⇒])\\s{0,4}${QUOTE}?${BARE}`, '->|=>|[→⇒]'),
  bare(`${NAME}${QUOTE}{0,2}[:=]?[ ]{0,4}[\\t\\u00a0\\u202f]${SPACE}{0,20}${QUOTE}?${BARE}`, '[\\t\\u00a0\\u202f]'),
  // A value as a line of its own, below the name.
  bare(
    `(?:^|[\\n\\0"'])[\\w \\t#>*-]{0,32}?${NAME}[*_]{0,3}[ \\t]{0,4}:?[*_]{0,3}[ \\t]{0,4}\\r?\\n\\s{0,8}[>*-]?[ \\t]?${QUOTE}?${BARE}(?<!:)(?=${QUOTE}?[ \\t]{0,8}(?:[\\n\\r\\0]|$))`,
    '\\n[^\\0]',
  ),
  // A field of a form, and the text that is put into it.
  delimited(
    `${NAME}[^\\n\\0,;]{0,12}\\)\\s{0,4}\\.\\w{0,12}(?:fill|type|keys|setValue|sequentially)\\(\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`,
    '\\)',
  ),
  mixed(`${NAME}["'\\])]{1,4}[ \\t]{0,4},[ \\t]{0,4}${QUOTE}${QUOTED}${QUOTE}`, ','),
  mixed(
    `${NAME}(?:["'\\])]{0,4}${QUOTE}\\s{0,4},\\s{0,8}|["'\\])]{0,4}\\n\\0\\n)${QUOTE}?(?:${TYPED})(?:${QUOTE}?\\s{0,4}[:=]\\s{0,4}${QUOTE}|${FIELD})${QUOTED}(?:${QUOTE}|\\n\\0)`,
    TYPED,
  ),
  mixed(
    `(?<![a-z])(?:${TYPED})(?:${QUOTE}?\\s{0,4}[:=]\\s{0,4}${QUOTE}|${FIELD})${QUOTED}(?:${QUOTE}\\s{0,4},\\s{0,8}|\\n\\0\\n)${QUOTE}?(?:selector|locator|element|target|field|label)(?:${QUOTE}?\\s{0,4}[:=]\\s{0,4}${QUOTE}|${FIELD})[^\\n\\0,]{0,60}?${NAME}[^\\w]`,
    'selector|locator|element|target|field|label',
  ),
];
