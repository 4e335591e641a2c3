import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { secretlintRules } from './secretlint-rules.ts';

const { rules, detectors } = secretlintRules();
const PRESET = '@secretlint/secretlint-rule-preset-recommend';

const random = 'Ab3dEf6hIj9kLm2nOp5q';
const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const account = Buffer.from(JSON.stringify({ email: `${'x'.repeat(82)}@example.com`, key: { a: {} } })).toString(
  'base64',
);

const SAMPLES: Readonly<Record<string, string>> = {
  aws: `AKIA${repeated('7QABCDEF', 16)}`,
  npm: `npm_${repeated(random, 36)}`,
  slack: `xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-${repeated(random, 24)}`,
  sendgrid: `SG.${repeated(random, 22)}.${repeated(random, 43)}`,
  shopify: `shpat_${repeated('0123456789abcdef', 32)}`,
  github: `github_pat_${repeated(random, 82)}`,
  openai: `sk-${repeated(random, 20)}T3BlbkFJ${repeated(random, 20)}`,
  anthropic: `sk-ant-api03-${repeated(random, 93)}AA`,
  linear: `lin_api_${repeated(random, 40)}`,
  onepassword: `ops_${account}`,
};

const found = (text: string): string[] =>
  detectors.flatMap(({ ruleId, find }) =>
    [...find(text)].map(({ start, end }) => `${ruleId} ${text.slice(start, end)}`),
  );

describe("The rules of secretlint's preset", () => {
  it('are of the version whose patterns the hints were read from', () => {
    // Another version may find what these hints leave out: read its patterns, and then change this.
    const { version } = createRequire(import.meta.url)(`${PRESET}/package.json`) as { version: string };
    expect(version).toBe('11.7.1');
  });

  it.each(rules.map(({ id }) => id))('find at once: %s', (id) => {
    const secret = SAMPLES[id] ?? '';
    expect(found(`a ${secret} b`)).toContain(`${id} ${secret}`);
  });

  it('find where a text says that they should not look', () => {
    const text = `/* secretlint-disable */ ${SAMPLES['npm'] ?? ''} // secretlint-disable-line`;
    expect(found(text)).toEqual([`npm ${SAMPLES['npm'] ?? ''}`]);
  });

  it('do not take twelve digits for a secret because an account is named', () => {
    expect(found('account_id: "123456789012", aws_account=1234-5678-9012')).toEqual([]);
  });
});
