import { describe, expect, it } from '@jest/globals';
import type { EventInput } from '@strata/contracts/schemas/event';
import { EventTexts } from './event-texts.ts';
import { findSecrets, mergeSecrets } from './find-secrets.ts';
import { createPrefilter } from './prefilter.ts';
import { RULE_CATALOG } from './rule-catalog.ts';
import { createScrubEvent } from './scrub-event.ts';

const { rules, detectors } = RULE_CATALOG;
const selectDetectors = createPrefilter(detectors);

/** Beginnings of patterns that never end, and ends without a beginning. */
const PIECES = [
  ...['a', 'A', '1', ' ', '\n', '-', '--a', '_', '@', '"', '\\', '\\n', '\\u00', '\\\\"', '{', '=', '…', '[secret:'],
  ...[
    '://',
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
];

const SMALL = 4 * 1024;
const MANY = 512;
const TIMES = 8;
/** Quadratic time would be 64 times as long. */
const MAX_GROWTH = 24;
const ATTEMPTS = 10;

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

describe('The time to scrub a hostile event is linear in its length', () => {
  it.each(PIECES)('repeated %j', async (piece) => {
    for (const end of ['', '!']) {
      const searching = (length: number) => {
        const content = piece.repeat(length / piece.length) + end;
        return () => {
          selectDetectors(JSON.stringify({ content }));
          mergeSecrets(findSecrets(new EventTexts({ content }).text, detectors), new Map());
        };
      };
      expect(await growthOf(searching, SMALL)).toBeLessThanOrEqual(MAX_GROWTH);
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
