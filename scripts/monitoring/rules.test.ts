import { describe, expect, it, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createQueryCheck } from './published-metrics.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
interface Case {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
}

const FOLDER = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const read = (file: string): unknown => parse(readFileSync(FOLDER + file, 'utf8'));
const { groups } = read('rules.yml') as { groups: readonly { readonly rules: readonly Alert[] }[] };
const { tests } = read('rules.test.yml') as { tests: readonly Case[] };
const alerts = groups.flatMap(({ rules }) => rules);
const check = await createQueryCheck();

const promtool = (...argv: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', argv, { cwd: FOLDER, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('The alerts for Prometheus', () => {
  const title = hasPromtool ? '' : ' (skipped: needs promtool)';
  const testWithPromtool = hasPromtool ? test : test.skip;

  testWithPromtool(`are valid rules${title}`, () => {
    expect(promtool('check', 'rules', 'rules.yml')).toMatchObject({ status: 0 });
  });

  testWithPromtool(`fire for their symptom, and are quiet otherwise${title}`, () => {
    const { status, output } = promtool('test', 'rules', 'rules.test.yml');
    expect(`${String(status)} ${output}`).toMatch(/^0 /);
  });

  it('have a test in which they fire and one in which they do not', () => {
    const names = (hasFired: boolean): string[] =>
      tests
        .flatMap((each) => each.alert_rule_test)
        .filter(({ exp_alerts: expected }) => expected.length > 0 === hasFired)
        .map(({ alertname }) => alertname)
        .sort();
    const all = alerts.map(({ alert }) => alert).sort();
    expect(names(true)).toEqual(all);
    expect(names(false)).toEqual(all);
  });

  it.each(alerts.map((alert) => [alert.alert, alert] as const))(
    'use what services publish, and lead to help: %s',
    (name, alert) => {
      expect(check(alert.expr)).toEqual([]);
      expect(alert).toMatchObject({
        for: expect.stringMatching(/^\d+m$/),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.any(String), runbook: `docs/operations.md#${name.toLowerCase()}` },
      });
      expect(readFileSync(`${FOLDER}../../docs/operations.md`, 'utf8')).toMatch(new RegExp(`^### ${name}$`, 'm'));
    },
  );
});

describe('The check of queries', () => {
  it.each([
    ['a metric that no service publishes', 'max(strata_queue_length)', 'strata_queue_length is not published'],
    ['a histogram without its ending', 'max(strata_bus_queue_wait_seconds)', 'is not published'],
    ['a label that the metric has not', 'max(strata_dead_letters{queue="x"})', 'no label queue'],
    ['a value that the label has not', 'max(strata_queue_messages{queue="events"})', 'no queue events'],
    ['a part of an expression that matches none', 'max(strata_queue_messages{state=~"waiting|lost"})', 'no state lost'],
    ['a group by another label', 'max by (tenant) (strata_dead_letters)', 'the label tenant'],
  ])('finds %s', (_, expression, fault) => {
    expect(check(expression).join('\n')).toContain(fault);
  });

  it('finds a query that is not valid', () => {
    expect(() => check('max by ((strata_dead_letters)')).toThrow('Not valid');
  });
});
