import { FORMS } from './assignment-forms.ts';
import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { ENDS_OF_NAMES, LEAST_TOKEN, NAME_OF_EITHER, NAME_OF_PASSWORD } from './names-of-secrets.ts';
import { isMixed } from './secret-values.ts';

export const ASSIGNMENT_RULE: RuleDescription = {
  id: 'credential_assignment',
  description: 'What stands behind the name of a secret: `DB_PASSWORD=…`, `"api_key": "…"`, `--token …`',
};

const FULL_STOP = /[.:!?]+$/;
const isCall = (text: string, { end }: Span): boolean => text[end] === '(' || text[end] === '[';

function* find(text: string): Iterable<Span> {
  for (const { pattern, looksRight, isWhole, sign } of FORMS) {
    if (!sign.test(text)) continue;
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
}

/** What may stand behind a name in JSON, escapes and all, before it is clear that a value follows. */
const BEHIND = '[\\]\\\\"\'`*_\\s,nrtu0-9a-f]*(?:[:=>\'|{,]|is[ :]|was[ :]|value|default|[ \\\\t]+[^\\s"]{8})';
const FLAG = '[ ="](?<=-[^"\\\\]{1,100}.)';
/** Without what may not stand before a name: in JSON an escaped line break ends in a letter. */
const NAME_IN_JSON = NAME_OF_EITHER.replaceAll('(?<![a-z])', '');

export const ASSIGNMENT_DETECTOR: Detector = {
  ruleId: ASSIGNMENT_RULE.id,
  hint: {
    anyOf: [...ENDS_OF_NAMES, 'identified by'],
    and: `${NAME_IN_JSON}(?:${BEHIND}|${FLAG})|identified by|login[\\s\\\\]|${NAME_OF_PASSWORD}(?: [a-z'-]{1,16}){1,6} is[ :]`,
  },
  find,
};
