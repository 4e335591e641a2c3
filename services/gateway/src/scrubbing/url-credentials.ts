import { secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isStandIn } from './secret-values.ts';

export const URL_CREDENTIALS_RULE: RuleDescription = {
  id: 'url_credentials',
  description: 'Passwords, tokens and signatures in addresses: `scheme://user:password@host`, `?sig=…`',
};

/** The password alone, up to the last `@`, so that the address goes on saying where. */
const PASSWORD = /:\/\/[^\s\0"'`<>/?#@:[]{0,256}:(?!\d{1,5}\/)(?<secret>[^\s\0"'`<>]{3,512})@(?=[\w[({$%])(?!sha\d)/dg;
/** What stands in the place of a user is a token, where it looks like one or what follows says so. */
const TOKEN = /:\/\/(?<secret>[\w.~-]{20,512})(?::x-oauth-basic|:)?@(?=\w)/dg;
/** Whoever has the address may do what was signed. */
const SIGNATURE = /[?&;](?:sig|x-amz-signature|x-amz-security-token|x-goog-signature)=(?<secret>[\w%+/=.~-]{32,})/dgi;
/** `://`, also where slashes are escaped. */
const IN_JSON = String.raw`:\\*/\\*/`;
const SIGNED = '(?:sig|signature|security-token)=';
/** What stands for a password beside a token. */
const NO_PASSWORD = new Set(['x-oauth-basic', 'x-access-token']);

function* find(text: string): Iterable<Span> {
  for (const { start, end } of secretsOf(text, PASSWORD)) {
    const password = text.slice(start, end);
    if (!NO_PASSWORD.has(password) && !isStandIn(password)) yield { start, end };
  }
  for (const { start, end } of secretsOf(text, TOKEN)) {
    const token = text.slice(start, end);
    if (isMixed(token) && !isStandIn(token)) yield { start, end };
  }
  yield* secretsOf(text, SIGNATURE);
}

export const URL_CREDENTIALS_DETECTOR: Detector = {
  ruleId: URL_CREDENTIALS_RULE.id,
  hint: { anyOf: [IN_JSON, 'sig=', 'signature=', 'security-token='], and: `${IN_JSON}[^\\s"'<>]{3,1600}@|${SIGNED}` },
  find,
};
