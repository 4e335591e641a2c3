import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isDummy } from './secret-values.ts';

export const COOKIE_RULE: RuleDescription = {
  id: 'cookie',
  description: 'Values of session cookies: `Cookie: session=…`, `Set-Cookie: connect.sid=…`',
};

/** A header by name: as a line, in JSON, as a key with its value, in a curl command. */
const HEADER =
  /(?<![\w-])(?:set-)?cookie["'`]{0,2}(?:[ \t]{0,4}[:=][ \t]{0,4}["'`]{0,2}|\n\0=\0\n|[ \t]["'])(?<pairs>[^\n\0"'`\\]{8,})/dgi;
/** A cookie whose name says that it authenticates. */
const SESSION =
  /(?:^|[;,\s])[\w.%-]{0,64}?(?:sess|sid|auth|token|jwt|login|remember|secret|credential)[\w.%-]{0,64}=(?<secret>[^\s;,]{16,})/dgi;

function* find(text: string): Iterable<Span | undefined> {
  for (const { groups = {}, indices } of matchesOf(text, HEADER)) {
    const [from = 0] = indices?.groups?.['pairs'] ?? [];
    for (const pair of matchesOf(groups['pairs'] ?? '', SESSION)) {
      const [start = 0, end = 0] = pair.indices?.groups?.['secret'] ?? [];
      const value = pair.groups?.['secret'] ?? '';
      yield isMixed(value) && !isDummy(value) ? { start: from + start, end: from + end } : undefined;
    }
  }
}

export const COOKIE_DETECTOR: Detector = { ruleId: COOKIE_RULE.id, hint: { anyOf: ['cookie'] }, find };
