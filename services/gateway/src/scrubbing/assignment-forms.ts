import { NAME, NAME_OF_EITHER, NAME_OF_PASSWORD } from './names-of-secrets.ts';
import { LEAST_CHARACTERS, looksLikeBareSecret, looksLikePassphrase, looksLikeSecret } from './secret-values.ts';

const QUOTE = '["\'`]';
const FIELD = '\\n\\0=\\0\\n';
const secretOf = (characters: string): string => `(?<secret>${characters}{${String(LEAST_CHARACTERS)},})`;
/** A quote that is escaped does not end it. */
const QUOTED = secretOf('(?:\\\\[^\\s\\0]|[^\\s\\0"\'`\\\\])');
/** It may be several words, on one line; `before` stands before each of its characters. */
const phraseOf = (before = ''): string => `(?<secret>[^\\s\\0"'\`\\\\](?:${before}[^\\n\\r\\t\\0"\`\\\\]){7,99})`;
const BARE = secretOf('[^\\s\\0"\'`,;&<>(){}[\\]|\\\\]');

/** How a value stands behind the name of a secret. */
export interface Form {
  readonly pattern: RegExp;
  readonly looksRight: (value: string) => boolean;
  /** Whether the value has an end of its own, and is not simply what comes next. */
  readonly isWhole: boolean;
  /** What a text has in it where the pattern matches; most have not. */
  readonly sign: RegExp;
}

const formOf =
  (looksRight: Form['looksRight'], isWhole: boolean) =>
  (source: string, sign = ''): Form => ({
    pattern: new RegExp(source, 'dgi'),
    sign: new RegExp(sign, 'i'),
    looksRight,
    isWhole,
  });
const whole = formOf(looksLikeSecret, true);
const phrase = formOf(looksLikePassphrase, true);
const mixed = formOf(looksLikeBareSecret, true);
const next = formOf(looksLikeBareSecret, false);

export const FORMS: readonly Form[] = [
  whole(`${NAME}${QUOTE}{0,2}\\]?\\s{0,4}(?::=|={1,3}>?|:)\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`),
  whole(`${NAME}${FIELD}${secretOf('[^\\s\\0]')}\\n\\0`),
  // As lists of variables and of headers have it: `name: DB_PASSWORD`, `value: …`.
  whole(
    `${NAME}(?:${QUOTE}{0,2}[\\s,]{1,40}|\\n\\0\\n)${QUOTE}?value(?:${QUOTE}{0,2}\\s{0,4}[:=]\\s{0,4}${QUOTE}?|${FIELD})${QUOTED}`,
    'value',
  ),
  mixed(`${NAME}${QUOTE}[ \\t]{0,4},[ \\t]{0,4}${QUOTE}${QUOTED}${QUOTE}`, ','),
  mixed(
    `${NAME}${QUOTE}{0,2}\\s{0,4}[:=]?\\s{0,4}\\{[^{}\\0]{0,200}?(?:value|default)${QUOTE}{0,2}\\s{0,4}[:=]\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`,
    '\\{',
  ),
  whole(`${NAME}>${secretOf('[^\\s\\0<>]')}</`, '</'),
  whole(`(?:password|identified by)\\s{1,4}'${secretOf("[^\\s\\0']")}'`, "\\s'"),
  // As the file `netrc` has it.
  whole(`(?<!\\w)login\\s{1,8}[^\\s\\0]{1,200}\\s{1,8}password\\s{1,8}${QUOTED}`, 'login'),
  // A variable of the environment, to the end of its line: it may be a word, and hold any sign.
  whole(`(?<![\\w.$?&-])(?<variable>(?:[a-z][a-z0-9_]{0,64}?)?${NAME})=${QUOTED}`),
  phrase(
    `${NAME_OF_PASSWORD}${QUOTE}{0,2}\\]?\\s{0,4}(?::=|={1,3}>?|:)\\s{0,4}(?<quote>${QUOTE})${phraseOf('(?!\\k<quote>)')}\\k<quote>`,
  ),
  phrase(`${NAME_OF_PASSWORD}${FIELD}${phraseOf()}\\n\\0`),
  next(`${NAME}${QUOTE}{0,2}[ \\t]{0,4}(?::=|[:=])[ \\t]{0,4}${BARE}`),
  next(`(?<![\\w-])--?[a-z-]{0,40}?${NAME}[ =]${QUOTE}?${BARE}`, '-'),
  // Of a list of arguments.
  next(`(?<![\\w-])--[a-z-]{0,40}?${NAME}\\n\\0\\n(?!-)${BARE}`, '--'),
  // In emphasis, in a table, in columns, on the line below.
  next(`${NAME}\\*{0,3}[ \\t]{0,4}:\\*{0,3}[ \\t]{1,4}\`?${BARE}`, '\\*'),
  next(`${NAME}[\`*_]{0,3}[ \\t]{0,80}\\|[ \\t]{0,4}[\`*_]{0,3}${BARE}(?=[\`*_]{0,3}[ \\t]{0,80}\\|)`, '\\|'),
  next(
    `(?:^|[\\n\\0])[ \\t]{0,8}(?:(?:ENV|ARG)[ \\t]{1,4}\\w{0,64}?${NAME}|\\w{0,64}?${NAME_OF_EITHER}[ \\t])[ \\t]{1,20}${BARE}(?=[ \\t]*(?:[\\n\\r\\0]|$))`,
    '[ \\t]{2}|(?:ENV|ARG)[ \\t]',
  ),
  next(`${NAME}${QUOTE}{0,2}[ \\t]{0,4}:[ \\t]{0,4}[|>][+-]?[ \\t]{0,4}\\n[ \\t]{1,40}${BARE}`, '[|>][^\\n]{0,6}\\n'),
  next(`${NAME_OF_PASSWORD}(?: [a-z'-]{1,16}){1,6} is[ :]{1,2}${QUOTE}?${BARE}`, ' is'),
  next(`${NAME} (?:is|was)[ :]{1,2}${QUOTE}?${BARE}`, ' is| was'),
];
