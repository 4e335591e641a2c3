import { describe, expect, it } from '@jest/globals';
import { subjectOfExternalToken, subjectOfOwnToken } from './token-subject.ts';

const issuer = 'https://login.example.com';
const token = (claims: Record<string, unknown>, subject = 'ada') => ({ issuer, subject, claims });
const rules = { tenantClaim: 'org' };

describe("A token of the gateway's own", () => {
  it('names a user and a tenant', () => {
    expect(subjectOfOwnToken(token({ tenant_id: 'ten_a' }, 'usr_1'))).toEqual({
      userId: 'usr_1',
      tenantId: 'ten_a',
      external: null,
      voucher: null,
      age: { generation: 0 },
    });
  });

  it('names the generation of its session, which earlier tokens do not', () => {
    expect(subjectOfOwnToken(token({ tenant_id: 'ten_a', gen: 3 }))?.age).toEqual({ generation: 3 });
    expect(subjectOfOwnToken(token({ tenant_id: 'ten_a', gen: '3' }))).toBeUndefined();
  });

  it('names the issuer with which the user signed in, if they did', () => {
    expect(subjectOfOwnToken(token({ tenant_id: 'ten_a', idp: issuer }))?.voucher).toBe(issuer);
    expect(subjectOfOwnToken(token({ tenant_id: 'ten_a', idp: 1 }))).toBeUndefined();
  });

  it('names no subject without a tenant, or with too long an id', () => {
    expect(subjectOfOwnToken(token({}))).toBeUndefined();
    expect(subjectOfOwnToken(token({ tenant_id: 'ten_a' }, 'u'.repeat(129)))).toBeUndefined();
  });
});

describe('A token of an external issuer', () => {
  const idOf = (change: { issuer?: string; subject?: string }): string | undefined =>
    subjectOfExternalToken({ ...token({ org: 'ten_a' }), ...change }, rules)?.userId;

  it.each([
    [{ iat: 2_000_000, nbf: 1, exp: 3_000_000 }, 2_000_000],
    [{ nbf: 2_000_000, exp: 3_000_000 }, 2_000_000],
    [{ exp: 3_000_000 }, 3_000_000 - 30 * 24 * 3600],
  ])('is as old as it says, or as it can be: %j', (claims, seconds) => {
    expect(subjectOfExternalToken(token({ org: 'ten_a', ...claims }), rules)?.age).toEqual({
      issuedAt: new Date(seconds * 1000),
    });
  });

  it('names a user id derived only from issuer and subject', () => {
    const id = idOf({});
    expect(id).toMatch(/^usr_[0-9a-f]{32}$/);
    expect(subjectOfExternalToken(token({ org: 'ten_b', email: 'a@example.com' }), rules)?.userId).toBe(id);
    const others = [idOf({ issuer: `${issuer}/` }), idOf({ subject: 'Ada' }), idOf({ issuer: 'x', subject: 'y' })];
    expect(new Set([id, ...others]).size).toBe(4);
  });

  it.each<[Record<string, unknown>, { email: string | null; name: string | null }]>([
    [
      { email: ' Ada@Example.com ', name: 'Ada' },
      { email: 'ada@example.com', name: 'Ada' },
    ],
    [
      { email: 'ada@example.com', email_verified: true },
      { email: 'ada@example.com', name: null },
    ],
    [
      { email: 'ada@example.com', email_verified: false },
      { email: null, name: null },
    ],
    [
      { email: 'no-address', name: '' },
      { email: null, name: null },
    ],
    [
      { email: {}, name: 'a\0' },
      { email: null, name: null },
    ],
    [{ name: 'n'.repeat(201) }, { email: null, name: null }],
  ])('yields the valid e-mail address and name of %j', (claims, shown) => {
    const { email, name } = subjectOfExternalToken(token({ org: 'ten_a', ...claims }), rules)?.external ?? {};
    expect({ email, name }).toEqual(shown);
  });

  it.each([{}, { org: '' }, { org: null }, { org: ['ten_a'] }, { org: 'ten a' }, { org: 't'.repeat(65) }])(
    'names no subject if the claim names no tenant: %j',
    (claims) => {
      expect(subjectOfExternalToken(token(claims), rules)).toBeUndefined();
    },
  );

  it('is read only by its own claims', () => {
    expect(subjectOfExternalToken(token({}), { tenantClaim: 'constructor' })).toBeUndefined();
  });

  it('names no subject in a tenant for which the issuer may not issue tokens', () => {
    const strict = { ...rules, tenantIds: ['ten_b'] };
    expect(subjectOfExternalToken(token({ org: 'ten_a' }), strict)).toBeUndefined();
    expect(subjectOfExternalToken(token({ org: 'ten_b' }), strict)?.tenantId).toBe('ten_b');
  });
});
