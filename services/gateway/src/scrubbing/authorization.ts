import { ENDS_OF_NAMES } from './names-of-secrets.ts';
import { secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isStandIn, LEAST_CHARACTERS } from './secret-values.ts';

export const AUTHORIZATION_RULE: RuleDescription = {
  id: 'authorization_header',
  description: 'Credentials in headers of HTTP and given to curl: `Authorization`, `Bearer …`, `X-Api-Key`, `curl -u`',
};

const VALUE = String.raw`(?<secret>[^\s\0"'\`,;<>()[\]{}\\]{${String(LEAST_CHARACTERS)},})`;
const NAMES = String.raw`(?:proxy-)?authorization|(?:private|job|deploy)-token|x-[a-z-]{0,40}(?:key|token|secret)|subscription-key|api-key`;
/** By name: as a line, in JSON, in a list of names and values, as a key with its value. */
const HEADER = new RegExp(
  String.raw`(?<![\w-])(?:${NAMES})["'\`]{0,2}(?:[ \t]{0,4}[:=,][ \t]{0,4}["'\`]{0,2}|\n\0=\0\n)(?:(?:Bearer|Basic|Token|ApiKey|Key|Bot|SSWS|Negotiate)[ \t]{1,4})?${VALUE}`,
  'dgi',
);
const BEARER = new RegExp(String.raw`(?<![\w-])Bearer[ \t]{1,4}${VALUE}`, 'dgi');
/** A user and a password in base64, as npm, Docker and HTTP have them. */
const BASIC =
  /(?<![a-z])(?:auth|basic)["'`]{0,2}(?:\s{0,4}[:=]\s{0,4}["'`]?|[ \t]{1,4}|\n\0=\0\n)(?<secret>[A-Za-z0-9+/]{8,}={0,2})/dgi;
const USER_AND_PASSWORD = /^[\x20-\x7e]+:[\x20-\x7e]+$/;
const CURL_USER = /(?<=\s)(?:-u|--user|--proxy-user)[= \t]{0,2}["']?[^\s"':\0]{1,256}:(?<secret>[^\s"'\0]{3,})/dg;
/** How far before a user the word `curl` may stand. */
const COMMAND = 2000;
const LEAST_ALONE = 16;

function* find(text: string): Iterable<Span> {
  for (const { start, end } of secretsOf(text, HEADER)) {
    const value = text.slice(start, end);
    if (isMixed(value) && !isStandIn(value)) yield { start, end };
  }
  for (const { start, end } of secretsOf(text, BEARER)) {
    // Where no header is named it may be a bearer of bad news.
    const value = text.slice(start, end);
    if (value.length >= LEAST_ALONE && isMixed(value) && !isStandIn(value)) yield { start, end };
  }
  for (const { start, end } of secretsOf(text, BASIC))
    if (USER_AND_PASSWORD.test(Buffer.from(text.slice(start, end), 'base64').toString('latin1'))) yield { start, end };
  for (const { start, end } of secretsOf(text, CURL_USER))
    if (text.slice(Math.max(0, start - COMMAND), start).includes('curl') && !isStandIn(text.slice(start, end)))
      yield { start, end };
}

/** Between a name and its value, as JSON has it. */
const GAP = String.raw`[\\"'\`\s:=,t]`;

export const AUTHORIZATION_DETECTOR: Detector = {
  ruleId: AUTHORIZATION_RULE.id,
  hint: {
    anyOf: ['bearer', 'authorization', 'curl', 'auth(?![a-z])', 'basic(?![a-z])', ...ENDS_OF_NAMES],
    and: String.raw`bearer(?:[ \t]|\\+t)|authorization|(?:-|x-[a-z-]{0,40})(?:token|key|secret)${GAP}|curl|(?:auth|basic)[\\"'\`\s:=trn]+[\w+/]{8}`,
  },
  find,
};
