import { ASSIGNMENT_DETECTOR } from './credential-assignment.ts';
import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { JWT_DETECTOR } from './jwt.ts';
import { PRIVATE_KEY_DETECTOR } from './private-key.ts';
import { TOKEN_DETECTORS } from './token-formats.ts';
import { URL_CREDENTIALS_DETECTOR } from './url-credentials.ts';

export const ENCODED_TEXT_RULE: RuleDescription = {
  id: 'encoded_secret',
  description: 'Texts in base64 that contain a secret: the key in a kubeconfig, a whole kubeconfig, a file of settings',
};

/** Words of which one occurs in a text with a secret. */
const WORDS = [
  'PRIVATE KEY',
  '-key-data',
  'assword',
  'ASSWORD',
  'token',
  'TOKEN',
  'ecret',
  'ECRET',
  'pi_key',
  'API_KEY',
];
/** Their forms in base64: one for each place within three bytes. */
const ENCODED_WORDS = WORDS.flatMap((word) =>
  [0, 1, 2].map((before) => {
    const bits = 8 * before;
    const encoded = Buffer.from(`${' '.repeat(before)}${word}`)
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor((8 * (before + word.length)) / 6);
    return encoded.slice(Math.ceil(bits / 6), whole);
  }),
);
const ANY_WORD = new RegExp(ENCODED_WORDS.map((word) => word.replaceAll('+', '\\+')).join('|'));

/** Base64 on one line or several. */
const RUN =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{60,}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/]{60,})*(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/]{1,120}(?=[=\s"']))?={0,2}/g;
/** Control characters other than white space. */
const BINARY = /(?![\t\n\r])\p{Cc}/u;
/** A kubeconfig has its keys in base64 again. */
const KEY_DATA = /-key-data["']?:\s{0,4}["']?LS0tLS1CRUdJ/;
const INNER: readonly Detector[] = [
  PRIVATE_KEY_DETECTOR,
  ASSIGNMENT_DETECTOR,
  JWT_DETECTOR,
  URL_CREDENTIALS_DETECTOR,
  ...TOKEN_DETECTORS,
];

function* find(text: string): Iterable<Span | undefined> {
  for (const { index, 0: run } of matchesOf(text, RUN)) {
    yield;
    if (!ANY_WORD.test(run)) continue;
    const decoded = Buffer.from(run, 'base64').toString('utf8');
    if (BINARY.test(decoded.slice(0, 1000))) continue;
    let isSecret = KEY_DATA.test(decoded);
    for (const detector of INNER) {
      if (isSecret) break;
      yield;
      for (const span of detector.find(decoded)) {
        yield;
        isSecret ||= span !== undefined;
      }
    }
    if (isSecret) yield { start: index, end: index + run.length };
  }
}

export const ENCODED_TEXT_DETECTOR: Detector = {
  ruleId: ENCODED_TEXT_RULE.id,
  hint: { anyOf: ENCODED_WORDS.map((word) => word.replaceAll('+', '\\+')), and: (json) => ANY_WORD.test(json) },
  find,
};
