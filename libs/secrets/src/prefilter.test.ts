import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@strata/kernel/turns';
import { Forge } from '@strata/testkit/secrets/forge';
import { plantedSecrets } from '@strata/testkit/secrets/planted-secrets';
import { EventTexts } from './event-texts.ts';
import { findSecrets, type Secret } from './find-secrets.ts';
import { createPrefilter } from './prefilter.ts';
import { RULE_CATALOG } from './rule-catalog.ts';

const { detectors } = RULE_CATALOG;
const selectDetectors = createPrefilter(detectors);

/** Parts of credentials and their surroundings, to be combined at random. */
const PIECES = [
  ...['password', 'PASSWORD', 'pass', 'api_key', 'token', 'secret', 'Authorization', 'Bearer ', 'x-apikey', 'cookie'],
  ...[
    '=',
    ': ',
    ':',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\f',
    '"',
    "'",
    '\\',
    '\\n',
    '\\"',
    '\\u003d',
    '/',
    '://',
    '@',
    '-',
    '--',
  ],
  ...[
    'eyJ',
    'sk-',
    'ghp_',
    'SG.',
    'AKIA',
    'xoxb-',
    'curl -u ',
    'value',
    'is ',
    'machine a login b ',
    'mysql -p',
    '?sig=',
  ],
  ...[
    'a1',
    'B2c3',
    'x9Y8z7',
    '0123456789abcdef',
    'Ab3dEf6hIj9kLm2n',
    'é',
    '\u2028',
    '\u0001',
    '…',
    '>',
    '</',
    ';',
    '.',
  ],
] as const;

/** The text, put into JSON `times` times. */
const escaped = (text: string, times: number): string =>
  times === 0 ? text : escaped(JSON.stringify({ log: text }), times - 1);

/** The secrets that all detectors find in an event, and those that the selected detectors find. */
function findBoth(input: object) {
  const { text } = new EventTexts(input);
  return {
    all: atOnce(findSecrets(text, detectors)),
    selected: atOnce(findSecrets(text, selectDetectors(JSON.stringify(input)))),
  };
}
const inOrder = (secrets: readonly Secret[]): string[] =>
  secrets.map(({ ruleId, start, end }) => `${ruleId} ${String(start)} ${String(end)}`).sort();

describe('The prefilter', () => {
  it.each(plantedSecrets(new Forge(1)).map(({ ruleId, text }, nth) => ({ ruleId, text, nth })))(
    'selects every detector that finds a secret of $ruleId ($nth), at any depth of JSON in JSON',
    ({ text }) => {
      for (const before of ['', 'x ', '\n', '\t', 'so:\r\n'])
        for (let times = 0; times < 6; times += 1) {
          const { all, selected } = findBoth({ content: escaped(before + text, times) });
          expect(all).not.toEqual([]);
          expect(inOrder(selected)).toEqual(inOrder(all));
        }
    },
  );

  it('selects every detector that finds a secret in a random event', () => {
    const forge = new Forge(2);
    const [first, ...others] = PIECES;
    let found = 0;
    const texts = (most: number): string =>
      Array.from({ length: 1 + Math.floor(forge.random() * most) }, () => forge.pick([first, ...others])).join('');
    for (let nth = 0; nth < 1_500; nth += 1) {
      const input = {
        [texts(3)]: texts(12),
        content: escaped(texts(20), Math.floor(forge.random() * 4)),
        list: [texts(6), texts(6)],
      };
      const { all, selected } = findBoth(input);
      if (all.length === 0) continue;
      found += 1;
      const [missed] = all.filter((one) => !inOrder(selected).includes(inOrder([one])[0] ?? ''));
      if (missed !== undefined) throw new Error(`${missed.ruleId} was not selected: ${JSON.stringify(input)}`);
    }
    expect(found).toBeGreaterThan(75);
  });

  it.each([
    'The quick brown fox jumps over the lazy dog.',
    'Reservation 4WQ150 is confirmed: two passengers, one bag, from JFK to SEA on 2024-05-15.',
    'const total = items.reduce((sum, { price }) => sum + price, 0);',
  ])('selects no detector for: %s', (content) => {
    expect(selectDetectors(JSON.stringify({ type: 'message', payload: { content } }))).toEqual([]);
  });
});
