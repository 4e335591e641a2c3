import { spansOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isStandIn } from './secret-values.ts';

export const URL_CREDENTIALS_RULE: RuleDescription = {
  id: 'url_credentials',
  description: 'Passwords in addresses: `scheme://user:password@host`',
};

/** The password alone, so that the address goes on saying where. The user before it may be a token: `https://token@host`. */
const PASSWORD = /:\/\/[^\s\0"'`<>/?#@:]{0,256}:(?<secret>[^\s\0"'`<>/@]{3,512})@(?=[\w[(])/dg;
/** GitHub and others take a token for a name. */
const TOKEN_AS_USER = /:\/\/(?<secret>[^\s\0"'`<>/?#@:]{16,512}):(?:x-oauth-basic|x-access-token)?@/dg;

function* find(text: string): Iterable<Span> {
  yield* spansOf(text, TOKEN_AS_USER);
  for (const { start, end } of spansOf(text, PASSWORD)) {
    const password = text.slice(start, end);
    if (password !== 'x-oauth-basic' && !isStandIn(password)) yield { start, end };
  }
}

export const URL_CREDENTIALS_DETECTOR: Detector = {
  ruleId: URL_CREDENTIALS_RULE.id,
  hint: ':\\\\*/\\\\*/[^\\s"\'`<>/]{0,770}@',
  find,
};
