import { describe, expect, it } from '@jest/globals';
import { Forge } from '@strata/testkit/secrets/forge';
import { hasTokenEntropy } from './token-entropy.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('A value that people choose or that can be listed', () => {
  it.each([
    ...['harbour-7421', 'hunter2', 'Sommer 2024!', 'P@ssw0rd!23', 'correct horse battery staple', 'Tr0ub4dor&3'],
    ...[
      'CorrectHorseBatteryStaple-2024',
      'four-quiet-otters-swim-in-the-old-harbour',
      'the cat sat on the mat 17 times',
    ],
    ...[
      'MyVeryLongPasswordForTheStagingDatabase2024',
      'MEIN-LANGES-KENNWORT-VON-2023',
      'contraseña-del-año-2024-larga',
    ],
    ...['4821', '00000000', '2024-05-15', '2024-05-15T10:00:00.000Z', '+49 170 1234567', '4111 1111 1111 1111'],
    ...['12345678901234567890', 'abcdefghijklmnopqrstuvwxyz0123456789', 'qwertzuiopasdfghjklyxcvbnm123456'],
    ...['a1b2c3d4', 'a1'.repeat(20), 'Ab3d'.repeat(10), '0123abcd'.repeat(5), '192.168.100.200:65535', ''],
    ...['someone@example.com', 'acme-staging-db-01.internal.example.com', 'h4rb0ur-7421-s3cr3t'],
    ...[base64('someone:harbour-7421'), base64(base64('harbour-7421 and more words')), 'aGFyYm91ci03NDIx'],
    ...[Buffer.from('harbour-7421-and-words').toString('hex'), '1ec9414c-232a-6b00-b3c8-9f6bdeced846'],
  ])('has not the entropy of a token: %s', (value) => {
    expect(hasTokenEntropy(value)).toBe(false);
  });
});

describe('A generated value', () => {
  const forge = new Forge(11);
  const of = (generate: () => string): string[] => Array.from({ length: 300 }, generate);
  it.each([
    ['32 hex digits', of(() => forge.hex(32))],
    ['64 hex digits', of(() => forge.hex(64))],
    ['32 letters and digits', of(() => forge.alnum(32))],
    ['43 characters of base64', of(() => forge.base64(43))],
    ['random UUIDs', of(() => crypto.randomUUID())],
    ['64 capitals and digits', of(() => forge.upper(64))],
  ])('has the entropy of a token: %s', (_, values) => {
    expect(values.filter((value) => !hasTokenEntropy(value)).length).toBeLessThanOrEqual(values.length / 20);
  });
});
