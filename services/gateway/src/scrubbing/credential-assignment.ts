import { spansOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, looksLikeSecret } from './secret-values.ts';

export const ASSIGNMENT_RULE: RuleDescription = {
  id: 'credential_assignment',
  description: 'What stands behind the name of a secret: `DB_PASSWORD=…`, `"api_key": "…"`',
};

const NAMES =
  'passw(?:or)?d|passphrase|pwd|secret|client[_-]?secret|(?:secret|api|access|private|signing|encryption|master|account|shared[_-]?access)[_-]?key|(?:access|refresh|auth|bearer|session|api|id|personal|bot)[_-]?token|_token|apikey';
const SUFFIX = '(?:_?\\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new))?';
const QUOTED = new RegExp(
  `(?:${NAMES})${SUFFIX}["'\`]{0,2}\\s{0,4}(?::=|=>|:|=)\\s{0,4}(?:["'\`](?<secret>[^\\s\\0"'\`]{8,512})["'\`])`,
  'dgi',
);
const BARE = new RegExp(
  `(?:${NAMES})${SUFFIX}["'\`]{0,2}(?:[ \\t]{0,4}(?::|=)[ \\t]{0,4})(?<secret>[^\\s\\0"'\`,;&<>(){}[\\]|\\\\]{8,512})(?![^\\s\\0"'\`,;&<>)}\\]|\\\\])`,
  'dgi',
);
const FIELD = new RegExp(`(?:${NAMES})${SUFFIX}\\n\\0=\\0\\n(?<secret>[^\\s\\0]{8,512})\\n\\0`, 'dgi');

function* find(text: string): Iterable<Span> {
  for (const pattern of [QUOTED, FIELD, BARE])
    for (const { start, end } of spansOf(text, pattern)) {
      const value = text.slice(start, end);
      if (!looksLikeSecret(value)) continue;
      if (pattern === BARE && !isMixed(value)) continue;
      yield { start, end };
    }
}

export const ASSIGNMENT_DETECTOR: Detector = {
  ruleId: ASSIGNMENT_RULE.id,
  hint: `(?:${NAMES})${SUFFIX}(?:[\\\\"'\`\\s]|u00\\w\\w){0,12}(?::|=)`,
  find,
};
