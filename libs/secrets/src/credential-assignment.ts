import { FORMS, IS, type Form } from './assignment-forms.ts';
import { matchesOf, matching, type Detector, type RuleDescription, type Span } from './detector.ts';
import { FOREIGN_PASSWORD, NAME_ENDINGS, MIN_TOKEN_LENGTH, NAME_WITHOUT_GROUP, PASSWORD_NAME } from './secret-names.ts';
import { isMixed } from './secret-values.ts';

export const ASSIGNMENT_RULE: RuleDescription = {
  id: 'credential_assignment',
  description: 'Values after the name of a secret: `DB_PASSWORD=…`, `"api_key": "…"`, `--token …`',
};

/** Without the full stop of a sentence. */
function withoutFullStop(value: string): string {
  let { length } = value;
  while (length > 0 && '.:!?'.includes(value.charAt(length - 1))) length -= 1;
  return value.slice(0, length);
}
/** Of a token on a blockchain. */
const CONTRACT_ADDRESS = /^0x[\da-f]{40}$/i;
const isCall = (text: string, { end }: Span): boolean => text[end] === '(' || text[end] === '[';

function* find(text: string): Iterable<Span | undefined> {
  for (const form of FORMS) {
    yield;
    const { pattern, precondition } = form;
    if (!precondition.test(text)) continue;
    for (const match of matchesOf(text, pattern)) yield secretIn(text, match, form);
  }
}

function secretIn(text: string, match: RegExpExecArray, { isPlausible, isDelimited }: Form): Span | undefined {
  const { groups = {}, indices } = match;
  const [start = 0, end = 0] = indices?.groups?.['secret'] ?? [];
  const { token, vague, variable, secret = '' } = groups;
  const value = isDelimited ? secret : withoutFullStop(secret);
  if (variable !== undefined && variable !== variable.toUpperCase()) return undefined;
  if (token !== undefined && !(value.length >= MIN_TOKEN_LENGTH && isMixed(value))) return undefined;
  if (vague !== undefined && !isMixed(value)) return undefined;
  if (token !== undefined && CONTRACT_ADDRESS.test(value)) return undefined;
  // In Markdown, backticks mark words of code.
  if (text[start - 1] === '`' && !isMixed(value)) return undefined;
  if (!isPlausible(value) || (!isDelimited && isCall(text, { start, end }))) return undefined;
  return { start, end: start + value.length };
}

/** What can follow a name in JSON, including escapes, if a value follows. */
const AFTER_NAME =
  '[\\]\\\\"\'`*_\\s,nrtu0-9a-f]*(?:[-:=>\'|{},;)<→⇒：]|is[ :]|was[ :]|value|default|(?<=[ \\\\tnr\\s])[^\\s"]{8})';
/** What can follow a name that ends the option of a command, such as `--api-token`. */
const FLAG = '[ ="](?<=-[^"\\\\]{1,100}.)';
/** Without the lookbehind for letters: in JSON a line break before a name is `\n`, which ends with one. */
const NAME_IN_JSON = NAME_WITHOUT_GROUP.replaceAll('(?<![a-z])', '');

export const ASSIGNMENT_DETECTOR: Detector = {
  ruleId: ASSIGNMENT_RULE.id,
  hint: {
    anyOf: [...NAME_ENDINGS, 'identified by'],
    and: matching(
      `${NAME_IN_JSON}(?:${AFTER_NAME}|${FLAG})|identified by|login[\\s\\\\]|${PASSWORD_NAME}(?: [a-z'-]{1,16}){1,6} is[ :]|(?:${FOREIGN_PASSWORD})(?: [a-zà-ÿ'’-]{1,16}){0,6} (?:${IS})[ :]`,
    ),
  },
  find,
};
