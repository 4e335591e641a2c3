import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@strata/kernel/turns';
import type { EventInput } from '@strata/contracts/schemas/event';
import { EventTexts } from '@strata/secrets/event-texts';
import { findSecrets, mergeSecrets } from '@strata/secrets/find-secrets';
import { createPrefilter } from '@strata/secrets/prefilter';
import { RULE_CATALOG } from '@strata/secrets/rule-catalog';
import { createScrubEvent } from './scrub-event.ts';

const { rules, detectors } = RULE_CATALOG;
const selectDetectors = createPrefilter(detectors);

/** Beginnings of patterns that never end, and ends without a beginning. */
const PIECES = [
  ...['a', 'A', '1', ' ', '\n', '-', '--a', '_', '@', '"', '\\', '\\n', '\\u00', '\\\\"', '{', '=', '…', '[secret:'],
  ...[
    '://',
    'a://b',
    'a:b@',
    '//',
    '://a:',
    '://a@',
    ':a@',
    'eyJ',
    '.eyJ',
    'eyJaaaaaaaaaaaaaaaa.',
    'sk-',
    'sk-1a ',
    'SG.a.',
    'SG.a_',
    'xoxb-a-',
  ],
  ...['ghp_', 'npm_', 'AKIA', 'glpat-', 'ops_ey', 'fm2_', 'a.8Q~', 'dp.pt.', '.atlasv1.', '12345678:AA', 'pat-na1-'],
  ...[
    'password=',
    'password="',
    'password ',
    'api_key',
    'token',
    'token=',
    'secret is ',
    '--token ',
    'name: pwd value',
    '\x1b[1',
    '%2',
    'password | ',
    'password for ',
    'password { ',
    'echo aaaa | sudo ',
    'htpasswd -b a ',
    '://a:b/',
    'password: "a ',
    "secret='a b'",
  ],
  ...[
    'aws_secret_access_key',
    'login a password ',
    'Bearer ',
    'authorization: ',
    'x-a-key: ',
    'cookie: a;',
    'cookie: sid',
  ],
  ...[
    'curl ',
    'curl -u a:',
    '-u a:bcd ',
    'mysql ',
    'mysql -',
    'docker login ',
    'sshpass -p ',
    '?sig=',
    'identified by ',
  ],
  ...[
    '-----',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nAAAA\n',
    '-----END ',
    'AAAA\n',
    '-----END PRIVATE KEY-----',
    'AAAA\n-----END PRIVATE KEY-----\n',
  ],
  '[secret:github:0123456789ab]',
  ...[
    'pass\n',
    'password\n\n',
    'password;b;c\n',
    '| Password |\n',
    '<tr><th>Password</th>',
    'password -> ',
    'clave es ',
  ],
  ...[
    'bGUgc2VjcmV0IHRva2Vu',
    'a:5432:',
    '*:*:',
    'jdbc:oracle:thin:a/',
    'net use ',
    '7z -p',
    'chpasswd <<',
    'text',
    '\t',
  ],
];

/** A beginning, characters that it could go on with, and an end that does not fit. */
const FILLED: readonly (readonly [start: string, filler: string, end: string])[] = [
  ...['password=', 'password: "', 'api_key', 'token: ', 'mysql -p', 'docker login ', 'user/', 'echo '].flatMap(
    (start) =>
      [' ', '!', 'a', '_', '-', '\t', '\\', '"', "'", 'a/', 'a.', 'token', '\u00a0', '\n', '| ', '$', '='].map(
        (filler) => [start, filler, '/1@x'] as const,
      ),
  ),
  ...['://', '://a:', 'Bearer ', 'Cookie: a=', 'curl -u a:', '-----BEGIN PRIVATE KEY-----', 'sk-', 'eyJ'].flatMap(
    (start) => ['a', 'A1', '-', '@', ' ', ';a=', '\n', '%22', '.'].map((filler) => [start, filler, '"'] as const),
  ),
  ['-----END PRIVATE KEY-----', '%-----END PRIVATE KEY-----', ''],
  ['', '-----BEGIN PRIVATE KEY-----\nAbc: ', '!'],
  ['', `${'a'.repeat(240)}!\n-----END PRIVATE KEY-----\n`, ''],
  ['', `${'a'.repeat(3990)}\npassword,\n`, ''],
  ['', `password${' '.repeat(3900)}a,b\n`, ''],
  ['', `echo aaaa | ${'a/'.repeat(900)} |\n`, ''],
];

/** Beginnings of patterns with several parts. */
const BEGINNINGS = [
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----\n12 ',
    '-----BEGIN ',
  ],
  ...[
    'eyJ',
    'eyJaaaaaaaaaaaaaaaa.',
    'SG.',
    'xoxb-',
    'sk-',
    'hooks.slack.com',
    'webhooks/',
    'dp.pt.',
    'ABSKQmVkcm9ja0FQSUtleS',
  ],
  ...[
    'https://',
    'https://a:',
    'https://a:b@',
    'https://a/?sig=',
    'Authorization: ',
    'Basic ',
    'auth',
    'Bearer ',
    'curl -u ',
  ],
  ...['curl -u a:', 'Cookie: ', 'Cookie: sid', 'db:5432:', 'db:5432:a:b:', 'jdbc:oracle:thin:', 'connect a/'],
  ...[
    'mysql ',
    'mysql -p',
    'docker login -p',
    'echo ',
    'echo a | ',
    'echo a | sudo ',
    'sqlplus a/',
    'smbclient -U a',
    'chpasswd <<',
  ],
  ...[
    'password',
    'password=',
    'password: "',
    'password | ',
    'password\n',
    'password,b\n',
    '<tr><th>Password</th><td>',
    'ENV password ',
  ],
  ...[
    'login a password ',
    'password>',
    'token { value',
    'my password for',
    '--api-token',
    'secret_access_key',
    '%22',
    '\x1b[',
  ],
  ...['AKIAAAAAAAAAAAAAAAAA', 'bGUgc2VjcmV0IHRva2Vu'.repeat(4), 'strata_live_'],
];
/** One character of each class that patterns repeat. */
const RUNS = ['+', '/', '=', '-', '>', '|', '\t', ' ', 'a', 'A', '1', '_', '.', ':', '\\', '*', '\r', '\n', '\u00a0'];

const SMALL = 2 * 1024;
const MANY = 256;
const TIMES = 8;
/** Quadratic time would be 64 times as long. */
const MAX_GROWTH = 24;
const ATTEMPTS = 10;
const LONG = 32 * 1024;
/** How much longer a hostile text may take than ordinary text of the same length. It was 25 times once. */
const MAX_RATIO = 10;
const ORDINARY = 'The nightly export runs at four in the morning, because the backup blocks the database. ';

const timeOf = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** The growth of the time for `TIMES` the size. */
async function growthOf(work: (size: number) => () => unknown, size: number): Promise<number> {
  // Other work on the machine can distort single measurements, but not every attempt.
  const ratios: number[] = [];
  do {
    const short = await timeOf(work(size));
    ratios.push((await timeOf(work(size * TIMES))) / short);
  } while (Math.min(...ratios) > MAX_GROWTH && ratios.length < ATTEMPTS);
  return Math.min(...ratios);
}

/** Fits no pattern. */
const NO_END = '!\u0001';
/** As it is, and encoded, as a credential of HTTP. */
const WRITTEN = [
  (text: string): string => text,
  (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`,
];

const search = (content: string): void => {
  selectDetectors(JSON.stringify({ content }));
  mergeSecrets(atOnce(findSecrets(new EventTexts({ content }).text, detectors)), new Map());
};

describe('A hostile text takes not much longer than ordinary text', () => {
  const filledTo = (length: number, part: string): string => part.repeat(Math.ceil(length / part.length));

  it.each([...PIECES.map((piece) => ['', piece, ''] as const), ...FILLED])('%j, then %j, then %j', async (...parts) => {
    const [start, filler, end] = parts;
    const [hostile, ordinary] = [start + filledTo(LONG, filler) + end, filledTo(LONG, ORDINARY)];
    const ratios: number[] = [];
    do {
      const least = await timeOf(() => search(ordinary));
      ratios.push((await timeOf(() => search(hostile))) / least);
    } while (Math.min(...ratios) > MAX_RATIO && ratios.length < ATTEMPTS);
    expect(Math.min(...ratios)).toBeLessThanOrEqual(MAX_RATIO);
  });
});

describe('The time to scrub a hostile event is linear in its length', () => {
  it.each(PIECES)('repeated %j', async (piece) => {
    for (const end of ['', '!']) {
      const searching = (length: number) => {
        const content = piece.repeat(length / piece.length) + end;
        return () => search(content);
      };
      expect(await growthOf(searching, SMALL)).toBeLessThanOrEqual(MAX_GROWTH);
    }
  });

  it.each(BEGINNINGS)('%j, then a run of one character, then an end that does not fit', async (start) => {
    for (const run of RUNS) {
      for (const written of WRITTEN) {
        const searching = (length: number) => {
          const content = written(start + run.repeat(length) + NO_END);
          return () => search(content);
        };
        expect(await growthOf(searching, SMALL)).toBeLessThanOrEqual(MAX_GROWTH);
      }
    }
  });

  it('with keys that become equal without their secrets', async () => {
    const scrub = createScrubEvent({
      rules,
      detectors,
      fingerprintKey: 'f'.repeat(32),
      rulesOff: () => Promise.resolve(new Set()),
      onReplaced: () => undefined,
    });
    const ways = Math.log2(MANY * TIMES);
    const scrubbing = (count: number) => {
      const keys = Array.from({ length: count }, (_, nth) =>
        Array.from({ length: ways }, (_way, bit) => ((nth >> bit) & 1 ? '\\/' : '/')).join(''),
      );
      const payload = Object.fromEntries(keys.map((slashes) => [`pwd="a1${slashes}z9"`, 1]));
      const input: EventInput = { type: 'message', sessionId: 's', payload };
      return () => scrub({ input, json: JSON.stringify(input) }, 'ten_1');
    };
    expect(await growthOf(scrubbing, MANY)).toBeLessThanOrEqual(MAX_GROWTH);
  });
});
