import { describe, expect, it } from '@jest/globals';
import type { EventInput } from '@strata/contracts/schemas/event';
import { EventTexts } from './event-texts.ts';
import { findSecrets, mergeSecrets } from './find-secrets.ts';
import { createPrefilter } from './prefilter.ts';
import { RULE_CATALOG } from './rule-catalog.ts';
import { createScrubEvent } from './scrub-event.ts';

const { rules, detectors } = RULE_CATALOG;
const look = createPrefilter(detectors);

/** Beginnings of what is looked for, which go on without an end, and ends that never come. */
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
/** What grows with the square of its length takes 64 times as long. */
const MOST_TIMES_AS_LONG = 24;
const ATTEMPTS = 10;

const timeOf = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** How many times as long it takes with `TIMES` as much. */
async function growthOf(work: (size: number) => () => unknown, size: number): Promise<number> {
  // A machine that does other work makes one of two times longer now and then, but not in every attempt.
  const ratios: number[] = [];
  do {
    const short = await timeOf(work(size));
    ratios.push((await timeOf(work(size * TIMES))) / short);
  } while (Math.min(...ratios) > MOST_TIMES_AS_LONG && ratios.length < ATTEMPTS);
  return Math.min(...ratios);
}

describe('Events that are made to be searched for long take no more than their length allows', () => {
  it.each(PIECES)('made of %j', async (piece) => {
    for (const end of ['', '!']) {
      const searching = (length: number) => {
        const content = piece.repeat(length / piece.length) + end;
        return () => {
          look(JSON.stringify({ content }));
          mergeSecrets(findSecrets(new EventTexts({ content }).text, detectors), new Map());
        };
      };
      expect(await growthOf(searching, SMALL)).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
    }
  });

  it('with keys that read the same once their secrets are out', async () => {
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
      const payload = Object.fromEntries(keys.map((strokes) => [`pwd="a1${strokes}z9"`, 1]));
      const input: EventInput = { type: 'message', sessionId: 's', payload };
      return () => scrub({ input, json: JSON.stringify(input) }, 'ten_1');
    };
    expect(await growthOf(scrubbing, MANY)).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
  });
});
