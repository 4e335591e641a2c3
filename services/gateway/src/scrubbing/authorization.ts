import { spansOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isStandIn } from './secret-values.ts';

export const AUTHORIZATION_RULE: RuleDescription = {
  id: 'authorization_header',
  description:
    'Credentials in HTTP headers, and those given to curl: `Authorization`, `Bearer …`, `X-Api-Key`, `curl -u`',
};

const VALUE = '(?<secret>[A-Za-z0-9._~+/=:%-]{8,4096})';
/** The header by its name, as text, in JSON, or as a key with its value. */
const HEADER = new RegExp(
  `(?<![\\w-])(?:(?:proxy-)?authorization|x-(?:api|access|auth|goog-api|amz-security|vault|csrf)-?(?:key|token)|(?:private|job|deploy)-token|api-key)["']{0,2}[ \\t]{0,4}(?::|=|\\n\\0=\\0\\n)[ \\t]{0,4}["']{0,2}(?:(?:Bearer|Basic|Digest|Token|ApiKey|Key|GoogleLogin|AWS4-HMAC-SHA256)[ \\t]{1,4})?${VALUE}`,
  'dgi',
);
const BEARER = new RegExp(`(?<![\\w-])Bearer[ \\t]{1,4}${VALUE}`, 'dgi');
const CURL_USER =
  /(?<![\w-])curl\s[^\n\0]{0,2000}?(?:-u|--user|--proxy-user)[= ]{0,2}["']?[^\s"':\0]{1,256}:(?<secret>[^\s"'\0]{3,256})/dg;
const LEAST_ALONE = 16;

function* find(text: string): Iterable<Span> {
  for (const pattern of [HEADER, BEARER, CURL_USER]) {
    for (const { start, end } of spansOf(text, pattern)) {
      const value = text.slice(start, end);
      if (isStandIn(value)) continue;
      // "Bearer of bad news": where no header is named, a word is not enough.
      if (pattern === BEARER && !(value.length >= LEAST_ALONE && isMixed(value))) continue;
      yield { start, end };
    }
  }
}

export const AUTHORIZATION_DETECTOR: Detector = {
  ruleId: AUTHORIZATION_RULE.id,
  hint: 'bearer\\s|authorization|-token|-key|curl\\s',
  find,
};
