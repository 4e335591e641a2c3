import { readFileSync } from 'node:fs';
import { createMetrics } from '../../libs/platform/src/metrics/create-metrics.ts';
import { LABEL_VALUES } from '../../services/standalone/test/health/label-values.ts';
import { readQuery } from './read-query.ts';

interface Published {
  readonly type: string;
  readonly labels: readonly string[];
}

/** Labels that Prometheus adds, and that of every Strata metric. */
const EVERYWHERE = ['instance', 'job', 'service'];

/**
 * The metrics that services publish, by name. Those of Strata are in the manual, which services/standalone/test/metrics.test.ts
 * compares with a running process.
 */
async function publishedMetrics(): Promise<ReadonlyMap<string, Published>> {
  const manual = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const ofStrata = [...manual.matchAll(/^\| `(strata_\w+)` +\| (\w+) +\| ([^|]*)\|/gm)].map(
    ([, name = '', type = '', labels = '']) =>
      [name, { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label) }] as const,
  );
  const text = await createMetrics({ service: 'gateway', processMetrics: true }).render();
  const ofProcess = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(
    ([, name = '', type = '']) => [name, { type, labels: [] as string[] }] as const,
  );
  return new Map([...ofProcess, ...ofStrata]);
}

/** A check that a query uses only metrics, labels and values that services publish. Returns what does not exist. */
export async function createQueryCheck(): Promise<(expression: string) => string[]> {
  const published = await publishedMetrics();
  const find = (series: string): [name: string, Published] | undefined => {
    const name = series.replace(/_(bucket|sum|count)$/, '');
    const histogram = published.get(name);
    if (name !== series && histogram?.type === 'histogram') {
      return [
        name,
        { ...histogram, labels: series.endsWith('_bucket') ? [...histogram.labels, 'le'] : histogram.labels },
      ];
    }
    const metric = published.get(series);
    return metric === undefined || metric.type === 'histogram' ? undefined : [series, metric];
  };
  return (expression) => {
    const { selectors, labels } = readQuery(expression);
    const known = new Set(EVERYWHERE);
    const faults = selectors.flatMap(({ metric, matchers }) => {
      const [name, { labels: own }] = find(metric) ?? ['', { labels: [] }];
      if (name === '') return [`${metric} is not published`];
      for (const label of own) known.add(label);
      return matchers.flatMap(({ label, operator, value }) => {
        if (![...own, ...EVERYWHERE].includes(label)) return [`${metric} has no label ${label}`];
        const values = LABEL_VALUES[`${name} ${label}`] ?? LABEL_VALUES[label];
        const wanted = operator.includes('~') ? value.split('|') : [value];
        const missing = wanted.filter((each) => !values?.some((one) => new RegExp(`^(?:${each})$`).test(one)));
        return values === undefined ? [] : missing.map((each) => `${metric} has no ${label} ${each}`);
      });
    });
    return [
      ...faults,
      ...labels.filter((label) => !known.has(label)).map((label) => `no metric has the label ${label}`),
    ];
  };
}
