import { NAME_ENDINGS } from './secret-names.ts';
import { matching, secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isDummy, MIN_LENGTH } from './secret-values.ts';

export const AUTHORIZATION_RULE: RuleDescription = {
  id: 'authorization_header',
  description: 'Credentials in HTTP headers and curl commands: `Authorization`, `Bearer …`, `X-Api-Key`, `curl -u`',
};

const VALUE = String.raw`(?<secret>[^\s\0"'\`,;<>()[\]{}\\]{${String(MIN_LENGTH)},})`;
const NAMES = String.raw`(?:proxy-)?authorization|(?:private|job|deploy)-token|x-(?!cache-|idempotency-)[a-z-]{0,40}(?:key|token|secret)|subscription-key|api-key`;
/** A header by name: as a line, in JSON, in a list of names and values, as a key with its value. */
const HEADER = new RegExp(
  String.raw`(?<![\w-])(?:${NAMES})["'\`]{0,2}(?:[ \t]{0,4}[:=,][ \t]{0,4}["'\`]{0,2}|\n\0=\0\n)(?:(?:Bearer|Basic|Token|ApiKey|Key|Bot|SSWS|Negotiate)[ \t]{1,4})?${VALUE}`,
  'dgi',
);
const BEARER = new RegExp(String.raw`(?<![\w-])Bearer[ \t]{1,4}${VALUE}`, 'dgi');
/** A user and a password in base64, for npm, Docker and HTTP. */
const BASIC =
  /(?<![a-z])(?:auth|basic)["'`]{0,2}(?:\s{0,4}[:=]\s{0,4}["'`]?|[ \t]{1,4}|\n\0=\0\n)(?<secret>[A-Za-z0-9+/]{8,}={0,2})/dgi;
const USER_AND_PASSWORD = /^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]+$/;
const CURL_USER = /(?<=\s)(?:-u|--user|--proxy-user)[= \t]{0,2}["']?[^\s"':\0]{1,256}:(?<secret>[^\s"'\0]{3,})/dg;
/** The maximum distance from `curl` to the value of its option. */
const MAX_COMMAND = 2000;
/** Minimum length without the name of a header: "Bearer" is also a word. */
const MIN_BEARER_LENGTH = 16;

function* find(text: string): Iterable<Span | undefined> {
  for (const { start, end } of secretsOf(text, HEADER)) {
    const value = text.slice(start, end);
    yield isMixed(value) && !isDummy(value) ? { start, end } : undefined;
  }
  yield;
  for (const { start, end } of secretsOf(text, BEARER)) {
    const value = text.slice(start, end);
    yield value.length >= MIN_BEARER_LENGTH && isMixed(value) && !isDummy(value) ? { start, end } : undefined;
  }
  yield;
  for (const { start, end } of secretsOf(text, BASIC))
    if (USER_AND_PASSWORD.test(Buffer.from(text.slice(start, end), 'base64').toString('latin1'))) yield { start, end };
  yield;
  yield* curlUsers(text);
}

function* curlUsers(text: string): Iterable<Span | undefined> {
  let [curl, next] = [-Infinity, text.indexOf('curl')];
  if (next === -1) return;
  for (const { start, end } of secretsOf(text, CURL_USER)) {
    for (; next !== -1 && next < start; next = text.indexOf('curl', next + 1)) curl = next;
    yield start - curl <= MAX_COMMAND && !isDummy(text.slice(start, end)) ? { start, end } : undefined;
  }
}

/** Between a name and its value, in JSON. */
const GAP = String.raw`[\\"'\`\s:=,t]`;

export const AUTHORIZATION_DETECTOR: Detector = {
  ruleId: AUTHORIZATION_RULE.id,
  hint: {
    anyOf: ['bearer', 'authorization', 'curl', 'auth(?![a-z])', 'basic(?![a-z])', ...NAME_ENDINGS],
    and: matching(
      String.raw`bearer(?:[ \t]|\\+t)|authorization|(?:-|x-[a-z-]{0,40})(?:token|key|secret)${GAP}|curl|(?:auth|basic)[\\"'\`\s:=trn]+[\w+/]{8}`,
    ),
  },
  find,
};
