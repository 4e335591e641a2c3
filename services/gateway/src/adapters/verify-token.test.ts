import { beforeEach, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { generateKeyPairSync } from 'node:crypto';
import type { VerifyToken } from '../credentials/verified-token.ts';
import type { VerificationKey } from './verification-key.ts';
import { createVerifyToken } from './verify-token.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'strata';
const SIGNED_AT = Date.parse('2026-05-08T09:00:00Z');
const LIFETIME_SECONDS = 60;

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('A token that was just verified', () => {
  const { privateKey, publicKey } = newKeys();
  const text = jwt.sign({ sub: 'ada', iat: SIGNED_AT / 1000, exp: SIGNED_AT / 1000 + LIFETIME_SECONDS }, privateKey, {
    algorithm: 'ES256',
    keyid: 'a',
    issuer: ISSUER,
    audience: AUDIENCE,
  });
  let now: number;
  let published: VerificationKey | undefined;
  let verify: VerifyToken;
  beforeEach(async () => {
    now = SIGNED_AT + (LIFETIME_SECONDS - 1) * 1000;
    published = { key: publicKey, algorithms: ['ES256'] };
    verify = createVerifyToken({
      issuers: [{ issuer: ISSUER, audience: AUDIENCE, keys: { find: async () => published } }],
      clockTolerance: 0,
      clock: { now: () => new Date(now) },
    });
    expect(await verify(text)).toMatchObject({ subject: 'ada' });
  });

  it('is valid again in the same second, without being read again', async () => {
    const first = await verify(text);
    expect(await verify(text)).toBe(first);
  });

  it('is rejected in the second in which it expires', async () => {
    now += 1000;
    expect(await verify(text)).toBeUndefined();
  });

  it('is rejected at once when its key is withdrawn', async () => {
    published = undefined;
    expect(await verify(text)).toBeUndefined();
  });

  it('is rejected at once when its key is replaced', async () => {
    published = { key: newKeys().publicKey, algorithms: ['ES256'] };
    expect(await verify(text)).toBeUndefined();
  });

  it('makes no other token valid', async () => {
    const [head, body, signature = ''] = text.split('.');
    const forged = [head, body, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`];
    expect(await verify(forged.join('.'))).toBeUndefined();
  });
});
