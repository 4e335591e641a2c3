import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { ENDS_OF_NAMES, LEAST_TOKEN, NAME, NAME_OF_PASSWORD } from './names-of-secrets.ts';
import {
  isMixed,
  LEAST_CHARACTERS,
  looksLikeBareSecret,
  looksLikePassphrase,
  looksLikeSecret,
} from './secret-values.ts';

export const ASSIGNMENT_RULE: RuleDescription = {
  id: 'credential_assignment',
  description: 'What stands behind the name of a secret: `DB_PASSWORD=…`, `"api_key": "…"`, `--token …`',
};

const QUOTE = '["\'`]';
const FIELD = '\\n\\0=\\0\\n';
const secretOf = (characters: string): string => `(?<secret>${characters}{${String(LEAST_CHARACTERS)},})`;
/** A quote that is escaped does not end it. */
const QUOTED = secretOf('(?:\\\\[^\\s\\0]|[^\\s\\0"\'`\\\\])');
/** It may be several words, on one line; `before` stands before each of its characters. */
const phraseOf = (before = ''): string => `(?<secret>[^\\s\\0"'\`\\\\](?:${before}[^\\n\\r\\t\\0"\`\\\\]){7,99})`;
const BARE = secretOf('[^\\s\\0"\'`,;&<>(){}[\\]|\\\\]');

interface Form {
  readonly pattern: RegExp;
  readonly looksRight: (value: string) => boolean;
  /** Whether the value has an end of its own, and is not simply what comes next. */
  readonly isWhole: boolean;
}
const whole = (source: string): Form => ({
  ...{ pattern: new RegExp(source, 'dgi'), looksRight: looksLikeSecret },
  isWhole: true,
});
const phrase = (source: string): Form => ({
  ...{ pattern: new RegExp(source, 'dgi'), looksRight: looksLikePassphrase },
  isWhole: true,
});
const mixed = (source: string): Form => ({
  ...{ pattern: new RegExp(source, 'dgi'), looksRight: looksLikeBareSecret },
  isWhole: true,
});
const next = (source: string): Form => ({
  ...{ pattern: new RegExp(source, 'dgi'), looksRight: looksLikeBareSecret },
  isWhole: false,
});

/** Only one of the two names in a pattern may say which kind it is. */
const NAME_IN_COLUMN = NAME.replace('?<token>', '?:');

const FORMS: readonly Form[] = [
  whole(`${NAME}${QUOTE}{0,2}\\]?\\s{0,4}(?::=|={1,3}>?|:)\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`),
  whole(`${NAME}${FIELD}${secretOf('[^\\s\\0]')}\\n\\0`),
  // As lists of variables and of headers have it: `name: DB_PASSWORD`, `value: …`.
  whole(
    `${NAME}(?:${QUOTE}{0,2}[\\s,]{1,40}|\\n\\0\\n)${QUOTE}?value(?:${QUOTE}{0,2}\\s{0,4}[:=]\\s{0,4}${QUOTE}?|${FIELD})${QUOTED}`,
  ),
  mixed(`${NAME}${QUOTE}[ \\t]{0,4},[ \\t]{0,4}${QUOTE}${QUOTED}${QUOTE}`),
  mixed(
    `${NAME}${QUOTE}{0,2}\\s{0,4}[:=]?\\s{0,4}\\{[^{}\\0]{0,200}?(?:value|default)${QUOTE}{0,2}\\s{0,4}[:=]\\s{0,4}${QUOTE}${QUOTED}${QUOTE}`,
  ),
  whole(`${NAME}>${secretOf('[^\\s\\0<>]')}</`),
  whole(`(?:password|identified by)\\s{1,4}'${secretOf("[^\\s\\0']")}'`),
  // As the file `netrc` has it.
  whole(`(?<!\\w)login\\s{1,8}[^\\s\\0]{1,200}\\s{1,8}password\\s{1,8}${QUOTED}`),
  // A variable of the environment, to the end of its line: it may be a word, and hold any sign.
  whole(`(?<![\\w.$?&-])(?<variable>(?:[a-z][a-z0-9_]{0,64}?)?${NAME})=${QUOTED}`),
  phrase(
    `${NAME_OF_PASSWORD}${QUOTE}{0,2}\\]?\\s{0,4}(?::=|={1,3}>?|:)\\s{0,4}(?<quote>${QUOTE})${phraseOf('(?!\\k<quote>)')}\\k<quote>`,
  ),
  phrase(`${NAME_OF_PASSWORD}${FIELD}${phraseOf()}\\n\\0`),
  next(`${NAME}${QUOTE}{0,2}[ \\t]{0,4}(?::=|[:=])[ \\t]{0,4}${BARE}`),
  next(`(?<![\\w-])--?[a-z-]{0,40}?${NAME}[ =]${QUOTE}?${BARE}`),
  // Of a list of arguments.
  next(`(?<![\\w-])--[a-z-]{0,40}?${NAME}\\n\\0\\n(?!-)${BARE}`),
  // In emphasis, in a table, in columns, on the line below.
  next(`${NAME}[*_]{0,3}[ \\t]{0,4}:[*_]{1,3}[ \\t]{1,4}\`?${BARE}`),
  next(`${NAME}[*_]{1,3}[ \\t]{0,4}:[ \\t]{1,4}\`?${BARE}`),
  next(`${NAME}[\`*_]{0,3}[ \\t]{0,80}\\|[ \\t]{0,4}[\`*_]{0,3}${BARE}(?=[\`*_]{0,3}[ \\t]{0,80}\\|)`),
  next(
    `(?:^|[\\n\\0])[ \\t]{0,8}(?:(?:ENV|ARG)[ \\t]{1,4}\\w{0,64}?${NAME}|\\w{0,64}?${NAME_IN_COLUMN}[ \\t])[ \\t]{1,20}${BARE}(?=[ \\t]*(?:[\\n\\r\\0]|$))`,
  ),
  next(`${NAME}${QUOTE}{0,2}[ \\t]{0,4}:[ \\t]{0,4}[|>][+-]?[ \\t]{0,4}\\n[ \\t]{1,40}${BARE}`),
  next(`${NAME_OF_PASSWORD}(?: [a-z'-]{1,16}){1,6} is[ :]{1,2}${QUOTE}?${BARE}`),
  next(`${NAME} (?:is|was)[ :]{1,2}${QUOTE}?${BARE}`),
];

const FULL_STOP = /[.:!?]+$/;
const isCall = (text: string, { end }: Span): boolean => text[end] === '(' || text[end] === '[';

function* find(text: string): Iterable<Span> {
  for (const { pattern, looksRight, isWhole } of FORMS)
    for (const { groups = {}, indices } of matchesOf(text, pattern)) {
      const [start = 0, end = 0] = indices?.groups?.['secret'] ?? [];
      const { token, variable, secret = '' } = groups;
      const value = isWhole ? secret : secret.replace(FULL_STOP, '');
      if (variable !== undefined && variable !== variable.toUpperCase()) continue;
      if (token !== undefined && !(value.length >= LEAST_TOKEN && isMixed(value))) continue;
      // In Markdown a word stands in such quotes because it is one of the language.
      if (text[start - 1] === '`' && !isMixed(value)) continue;
      if (!looksRight(value) || (!isWhole && isCall(text, { start, end }))) continue;
      yield { start, end: start + value.length };
    }
}

/** What may stand behind a name in JSON, escapes and all, before it is clear that a value follows. */
const BEHIND = '[\\]\\\\"\'`*_\\s,nrtu0-9a-f]*(?:[:=>\'|{,]|is[ :]|was[ :]|value|default|[ \\\\t]+[^\\s"]{8})';
const FLAG = '[ ="](?<=-[^"\\\\]{1,100}.)';
/** Without what may not stand before a name: in JSON an escaped line break ends in a letter. */
const NAME_IN_JSON = NAME.replace('?<token>', '?:').replaceAll('(?<![a-z])', '');

export const ASSIGNMENT_DETECTOR: Detector = {
  ruleId: ASSIGNMENT_RULE.id,
  hint: {
    anyOf: [...ENDS_OF_NAMES, 'identified by'],
    and: `${NAME_IN_JSON}(?:${BEHIND}|${FLAG})|identified by|login[\\s\\\\]|${NAME_OF_PASSWORD}(?: [a-z'-]{1,16}){1,6} is[ :]`,
  },
  find,
};
