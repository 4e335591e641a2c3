import { seeded, type Random } from '../seeded-random.ts';

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = UPPER + UPPER.toLowerCase();
const ALNUM = DIGITS + LETTERS;
const BASE64 = `${ALNUM}+/`;

/** Generates credentials from random characters. */
export class Forge {
  readonly random: Random;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  of(characters: string, length: number): string {
    return Array.from({ length }, () => characters.charAt(Math.floor(this.random() * characters.length))).join('');
  }
  /** Letters and digits, at least one of each. */
  alnum(length: number): string {
    return `a${this.of(ALNUM, length - 4)}7Q3`;
  }
  hex(length: number): string {
    return `${this.of(HEX, length - 2)}e4`;
  }
  base64(length: number): string {
    return `b${this.of(BASE64, length - 3)}5T`;
  }
  upper(length: number): string {
    return this.of(UPPER + DIGITS, length);
  }
  digits(length: number): string {
    return `9${this.of(DIGITS, length - 1)}`;
  }
  pick<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.random() * from.length)] ?? from[0];
  }
}

/** A text with a credential, and the rule that must find it. */
export interface Planted {
  readonly ruleId: string;
  readonly text: string;
  readonly secret: string;
}

/** The texts here are in pieces, so that secret scanners find none in this repository. */
const joined = (text: string): string => text.replaceAll('·', '');
export const within = (ruleId: string, before: string, secret: string, after = ''): Planted => ({
  ruleId,
  secret: joined(secret),
  text: joined(before + secret + after),
});
export const plain = (ruleId: string, secret: string): Planted => within(ruleId, '', secret);
