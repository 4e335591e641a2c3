import { describe, expect, it } from '@jest/globals';
import { secretlintRules } from '../adapters/secretlint-rules.ts';
import { EventTexts } from './event-texts.ts';
import { findSecrets, mergeSecrets } from './find-secrets.ts';
import { createFirstLook } from './first-look.ts';
import { catalogWith } from './rule-catalog.ts';

const { detectors } = catalogWith(secretlintRules());
const look = createFirstLook(detectors);

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
  ...['-----', '-----BEGIN ', '-----BEGIN PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAA\n', '-----END '],
  '[secret:github:0123456789ab]',
];

const SMALL = 4 * 1024;
const TIMES = 8;
/** What grows with the square of its length takes 64 times as long. */
const MOST_TIMES_AS_LONG = 24;
const ATTEMPTS = 10;

const timeOf = (work: () => void): number => {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
};

describe('Texts that are made to be searched for long', () => {
  it.each(PIECES)('take no more than their length allows: %j', (piece) => {
    const searching = (length: number, end: string) => {
      const content = piece.repeat(length / piece.length) + end;
      return () => {
        look(JSON.stringify({ content }));
        mergeSecrets(findSecrets(new EventTexts({ content }).text, detectors), new Map());
      };
    };
    for (const end of ['', '!']) {
      // A machine that does other work makes one of two times longer now and then, but not in every attempt.
      const ratios: number[] = [];
      do {
        const short = timeOf(searching(SMALL, end));
        ratios.push(timeOf(searching(SMALL * TIMES, end)) / short);
      } while (Math.min(...ratios) > MOST_TIMES_AS_LONG && ratios.length < ATTEMPTS);
      expect(Math.min(...ratios)).toBeLessThanOrEqual(MOST_TIMES_AS_LONG);
    }
  });
});
