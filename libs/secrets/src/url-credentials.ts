import { matching, secretsOf, spansOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isMixed, isDummy } from './secret-values.ts';

export const URL_CREDENTIALS_RULE: RuleDescription = {
  id: 'url_credentials',
  description: 'Passwords, tokens and signatures in URLs: `scheme://user:password@host`, `?sig=…`',
};

const SCHEME = '://';
/** Characters of a URL, with its password as people write it. */
const RUN = /[^\s\0"'`<>]*/y;
/** The user before a password, and its colon. A port is no password. */
const USER = /[^\s\0"'`<>/?#@:[]{0,256}:(?!\d{1,5}\/)/y;
/** An `@` between credentials and host. */
const HOST = /@(?=[\w[({$%])(?!sha\d)/g;
const MIN_PASSWORD = 3;
const MAX_PASSWORD = 512;
/** A token in place of the user, if it looks like one. */
const TOKEN = /:\/\/(?<secret>[\w.~-]{20,512})(?::x-oauth-basic|:)?@(?=\w)/dg;
/** A signed URL grants access to anyone who has it. */
const SIGNATURE = /[?&;](?:sig|x-amz-signature|x-amz-security-token|x-goog-signature)=(?<secret>[\w%+/=.~-]{32,})/dgi;
/** Fixed values in place of a password, beside a token. */
const NO_PASSWORD = new Set(['x-oauth-basic', 'x-access-token']);

function* find(text: string): Iterable<Span | undefined> {
  for (const { start, end } of passwordsOf(text)) {
    const password = text.slice(start, end);
    yield NO_PASSWORD.has(password) || isDummy(password) ? undefined : { start, end };
  }
  yield;
  for (const { start, end } of secretsOf(text, TOKEN)) {
    const token = text.slice(start, end);
    yield isMixed(token) && !isDummy(token) ? { start, end } : undefined;
  }
  yield;
  yield* secretsOf(text, SIGNATURE);
}

/** The passwords after `://user:`, each up to the last `@` before a host: the rest of the URL stays readable. */
function* passwordsOf(text: string): Iterable<Span> {
  let hosts: readonly number[] = [];
  let host = 0;
  let runEnd = 0;
  for (let at = text.indexOf(SCHEME); at !== -1; at = text.indexOf(SCHEME, at)) {
    const user = at + SCHEME.length;
    if (user > runEnd) {
      runEnd = endOf(RUN, text, user) ?? user;
      hosts = [...spansOf(text.slice(user, runEnd), HOST)].map(({ start }) => user + start);
      host = 0;
    }
    at = user;
    const start = endOf(USER, text, user);
    if (start === undefined) continue;
    while ((hosts[host + 1] ?? Infinity) <= start + MAX_PASSWORD) host += 1;
    const end = hosts[host] ?? 0;
    if (end < start + MIN_PASSWORD || end > start + MAX_PASSWORD) continue;
    yield { start, end };
    at = end;
  }
}

/** Where a match of a sticky pattern at an index ends. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** `://`, also with escaped slashes. */
const IN_JSON = String.raw`:\\*/\\*/`;
const SCHEME_IN_JSON = new RegExp(IN_JSON, 'g');
const RUN_IN_JSON = /[^\s"'<>]*/y;
const SIGNED = matching('(?:sig|signature|security-token)=');

/** Whether an `@` follows a `://` within a run of characters of a URL. */
function hasUser(json: string): boolean {
  let runEnd = 0;
  for (const { end } of spansOf(json, SCHEME_IN_JSON)) {
    if (end <= runEnd) continue;
    runEnd = endOf(RUN_IN_JSON, json, end) ?? end;
    if (json.slice(end, runEnd).includes('@')) return true;
  }
  return false;
}

export const URL_CREDENTIALS_DETECTOR: Detector = {
  ruleId: URL_CREDENTIALS_RULE.id,
  hint: {
    anyOf: [IN_JSON, 'sig=', 'signature=', 'security-token='],
    and: (json) => hasUser(json) || SIGNED(json),
  },
  find,
};
