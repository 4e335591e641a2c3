import { randomBytes } from 'node:crypto';
import { PatternSearch } from './pattern-search.ts';

/** The number of letters at both ends of a value. No encoding of text changes them. */
const PLAIN_END = 12;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** A text for an event, and the part of it that must not leak. */
interface Credential {
  readonly text: string;
  readonly secret: string;
}

const bare = (secret: string): Credential => ({ text: secret, secret });
const around = (before: string, secret: string, after = ''): Credential => ({
  text: before + secret + after,
  secret,
});

/** Random, and composed of parts, so that no secret scanner takes this file for a leak. */
const KINDS = {
  github: () => bare(`ghp_${random(36)}`),
  stripe: () => bare(['sk', 'live', random(24)].join('_')),
  slack: () => bare(['xoxb', random(24)].join('-')),
  jwt: () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    return around(`${part({ alg: 'RS256', typ: 'JWT' })}.${part({ sub: 'pilot' })}.`, random(86));
  },
  url: () => around('The log is at postgres://pilot:', random(20), '@db.example.com/log'),
  header: () => around("curl -H 'Authorization: Bearer ", random(40), "' https://example.com"),
  assignment: () => around('export HARBOUR_PASSWORD=', random(20)),
  privateKey: () => {
    const secret = Buffer.from(random(48)).toString('base64');
    const line = (word: string): string => `-----${word} ${['PRIVATE', 'KEY'].join(' ')}-----`;
    return around(`${line('BEGIN')}\n`, secret, `\n${line('END')}\n`);
  },
} satisfies Record<string, () => Credential>;
export type Kind = keyof typeof KINDS;
export const EVERY_KIND = Object.keys(KINDS) as Kind[];

/** The forms of a text. Its base64 form omits the characters that depend on adjacent bytes. */
const encodings = (text: string): string[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
    const full = whole.subarray(0, whole.length - (whole.length % 3)).toString('base64');
    return full.slice(shift === 0 ? 0 : 4);
  });
  const url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  const json = JSON.stringify(text).slice(1, -1);
  return [
    ...[text, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(text)],
    ...[hex, hex.toUpperCase(), ...base64, ...url],
  ];
};

/** The planted secrets, and every form in which one can turn up. */
export class Secrets {
  readonly #planted = new Set<string>();
  readonly #forms = new PatternSearch();
  readonly #ends = new PatternSearch();

  get size(): number {
    return this.#planted.size;
  }

  /** Adds a secret that was created elsewhere. */
  keep(where: string, secret: string): string {
    this.#planted.add(where);
    for (const form of new Set(encodings(secret))) this.#forms.add(where, form);
    for (const end of [secret.slice(0, PLAIN_END), secret.slice(-PLAIN_END)]) this.#ends.add(where, end);
    return secret;
  }

  /** A new value for a vault, with characters that encodings write differently. */
  value(where: string): string {
    return this.keep(where, `${random(PLAIN_END)}"\\/+ &=%<ü\n${random(PLAIN_END)}`);
  }

  /** A text for an event, with a new credential in it. */
  credential(where: string, kind: Kind): string {
    const { text, secret } = KINDS[kind]();
    this.keep(`${where}: ${kind}`, secret);
    return text;
  }

  /** The secrets that a text contains in any form, by the place where each was planted. */
  in(text: string): string[] {
    return this.#forms.namesIn(Buffer.from(text));
  }

  /** The same for any bytes. Either end identifies a secret, because JSON and similar formats do not change the ends. */
  inBytes(bytes: Buffer): string[] {
    return this.#ends.namesIn(bytes);
  }
}
