import { randomBytes } from 'node:crypto';

/** Letters at both ends of a value for a vault, which everything that writes text writes as they are. */
const PLAIN_END = 12;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** What an event says, and which part of it must be nowhere. */
interface Credential {
  readonly text: string;
  readonly secret: string;
}

const alone = (secret: string): Credential => ({ text: secret, secret });
const around = (before: string, secret: string, behind = ''): Credential => ({
  text: before + secret + behind,
  secret,
});

/** Put together here, so that nothing in this file looks like one. Each is made up anew, and random. */
const KINDS = {
  github: () => alone(`ghp_${random(36)}`),
  stripe: () => alone(['sk', 'live', random(24)].join('_')),
  slack: () => alone(['xoxb', random(24)].join('-')),
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

/** Least characters of base64 by which a text can be known, whatever stands before and behind it. */
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

/** What was planted, where, and how it would look wherever it may turn up. */
export class Secrets {
  readonly #planted = new Map<string, { readonly parts: readonly Buffer[]; readonly forms: readonly string[] }>();

  get size(): number {
    return this.#planted.size;
  }

  /** Remembers a secret that was made elsewhere. */
  keep(where: string, secret: string): string {
    const forms = [...new Set(encodings(secret))];
    const parts = [secret.slice(0, PLAIN_END), secret.slice(-PLAIN_END)].map((part) => Buffer.from(part));
    this.#planted.set(where, { parts, forms });
    return secret;
  }

  /** A new value for a vault, with characters that every encoding writes in its own way. */
  value(where: string): string {
    return this.keep(where, `${random(PLAIN_END)}"\\/+ &=%<ü\n${random(PLAIN_END)}`);
  }

  /** A new credential for an event. @returns the text that has it in it */
  credential(where: string, kind: Kind): string {
    const { text, secret } = KINDS[kind]();
    this.keep(`${where}: ${kind}`, secret);
    return text;
  }

  /** Where those were planted that stand in a text, in whatever form. */
  in(text: string): string[] {
    return [...this.#planted].flatMap(([where, { forms }]) =>
      forms.some((form) => text.includes(form)) ? [where] : [],
    );
  }

  /** The same for bytes of whatever kind: known by either end, as JSON and the like write it. */
  inBytes(bytes: Buffer): string[] {
    return [...this.#planted].flatMap(([where, { parts }]) =>
      parts.some((part) => bytes.includes(part)) ? [where] : [],
    );
  }
}
