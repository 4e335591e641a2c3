import { describe, expect, test } from '@jest/globals';
import { isCommonPassword, rejectCommonPassword } from './common-passwords.ts';

describe('A password', () => {
  test.each([
    ...['password1234', 'Password2026!', 'P@ssw0rd!!!!', 'passwordpassword', 'PASSWORD PASSWORD', 'ｐassword１２３４'],
    ...[
      '123456789012',
      '098765432109',
      '1234567890123',
      '000000000000',
      '121212121212',
      'aaaaaaaaaaaa',
      '😀'.repeat(12),
    ],
    ...['qwertyuiop12', 'qwertyuiopasdfghjkl', '1q2w3e4r5t6y', '1qaz2wsx3edc', 'abcdefghijkl', 'asdfghjkl123'],
    ...[
      'welcome12345',
      'Welcome@2026',
      'changeme1234',
      'letmein-letmein',
      'iloveyou2026',
      'administrator',
      'Summer2026!!',
    ],
    ...['contraseña1234', 'motdepasse!!', 'admin.admin.admin', 'trustno1trustno1', 'Strata-2026!!', 'm4ster.m4ster'],
  ])('is common: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    ...[
      'correct horse battery',
      'a long enough password',
      'at least twelve characters',
      'correct horse battery staple',
    ],
    ...[
      'vT9#kQ2m!xLw',
      '83920174650192',
      'blue-ferry-tide',
      'Zoë est là-bas',
      'my password is a gull',
      'hunter2hunter2x',
      'a test of one password',
    ],
    ...['f3a1c9d27b64', '港の門は九時に閉まります', 'the dragon of the harbour'],
  ])('is not common: %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test.each(['maya.lind@harbour.example', 'MayaLind1985', 'Harbour Logistics', 'harbour-2026!', 'maya.maya.maya'])(
    'is common for the user of whose own names it is made: %s',
    (password) => {
      expect(isCommonPassword(password, ['maya.lind@harbour.example', 'Harbour Logistics', 'Maya Lind'])).toBe(true);
      expect(isCommonPassword(password, ['noor@ferry.example', 'Pier'])).toBe(password === 'maya.maya.maya');
    },
  );

  test('is rejected with the field, and without the password', () => {
    expect(() => rejectCommonPassword('newPassword', 'password1234', [null, undefined])).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        message: expect.not.stringContaining('1234'),
        details: [{ field: 'newPassword', message: expect.any(String) }],
      }),
    );
    expect(() => rejectCommonPassword('password', 'blue-ferry-tide', ['Blue Ferry'])).not.toThrow();
  });

  test('of any length is checked in no time', () => {
    expect(isCommonPassword('lovelove'.repeat(16), ['love'.repeat(50)])).toBe(true);
    expect(isCommonPassword(`${'abc'.repeat(42)}ñx`)).toBe(false);
  });
});
