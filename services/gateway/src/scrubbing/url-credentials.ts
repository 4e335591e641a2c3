import { secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isDummy } from './secret-values.ts';

export const URL_CREDENTIALS_RULE: RuleDescription = {
  id: 'url_credentials',
  description: 'Passwords, tokens and signatures in URLs: `scheme://user:password@host`, `?sig=…`',
};

/** Only the password, up to the last `@`: the rest of the URL stays readable. */
const PASSWORD = /:\/\/[^\s\0"'`<>/?#@:[]{0,256}:(?!\d{1,5}\/)(?<secret>[^\s\0"'`<>]{3,512})@(?=[\w[({$%])(?!sha\d)/dg;
/** A token in place of the user, if it looks like one. */
const TOKEN = /:\/\/(?<secret>[\w.~-]{20,512})(?::x-oauth-basic|:)?@(?=\w)/dg;
/** A signed URL grants access to anyone who has it. */
const SIGNATURE = /[?&;](?:sig|x-amz-signature|x-amz-security-token|x-goog-signature)=(?<secret>[\w%+/=.~-]{32,})/dgi;
/** `://`, also with escaped slashes. */
const IN_JSON = String.raw`:\\*/\\*/`;
const SIGNED = '(?:sig|signature|security-token)=';
/** Fixed values in place of a password, beside a token. */
const NO_PASSWORD = new Set(['x-oauth-basic', 'x-access-token']);

function* find(text: string): Iterable<Span> {
  for (const { start, end } of secretsOf(text, PASSWORD)) {
    const password = text.slice(start, end);
    if (!NO_PASSWORD.has(password) && !isDummy(password)) yield { start, end };
  }
  for (const { start, end } of secretsOf(text, TOKEN)) {
    const token = text.slice(start, end);
    if (isMixed(token) && !isDummy(token)) yield { start, end };
  }
  yield* secretsOf(text, SIGNATURE);
}

export const URL_CREDENTIALS_DETECTOR: Detector = {
  ruleId: URL_CREDENTIALS_RULE.id,
  hint: { anyOf: [IN_JSON, 'sig=', 'signature=', 'security-token='], and: `${IN_JSON}[^\\s"'<>]{3,1600}@|${SIGNED}` },
  find,
};
