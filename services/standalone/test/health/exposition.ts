/** One series of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its series; those of a histogram are its buckets, sum and count. */
export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus's text format. @throws Error for a line that is none of it, or a series without its metric. */
export function parseExposition(text: string): MetricFamily[] {
  const families = new Map<string, { name: string; type: string; help: string; samples: Sample[] }>();
  const familyOf = (name: string) => {
    const family = families.get(name) ?? { name, type: 'untyped', help: '', samples: [] };
    families.set(name, family);
    return family;
  };
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment !== null) {
      const [, what, name = '', rest = ''] = comment;
      familyOf(name)[what === 'HELP' ? 'help' : 'type'] = rest;
      continue;
    }
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (value === undefined || family === undefined) throw new Error(`Not a line of a scrape: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text] as const);
    family.samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return [...families.values()];
}

const NOT_BASE_UNITS = /_(milliseconds|ms|minutes|hours|days|kilobytes|megabytes|mib|mb|kb|percent|percents)(_|$)/;

/** What Prometheus's own linter (`promtool check metrics`) would object to, and a few rules more. */
export function lintMetric({ name, type, help, samples }: MetricFamily): string[] {
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  const rules: [holds: boolean, objection: string][] = [
    [help.length > 0, 'has no help'],
    [['counter', 'gauge', 'histogram', 'summary'].includes(type), 'has no type'],
    [/^[a-z][a-z0-9_]*$/.test(name), 'is not in snake case'],
    [(type === 'counter') === name.endsWith('_total'), 'ends in _total unless it is no counter'],
    [type === 'histogram' || !/_(count|sum|bucket)$/.test(name), 'ends like a part of a histogram'],
    [!/(^|_)(gauge|counter|histogram|summary)(_|$)/.test(name), 'has its type in its name'],
    [!NOT_BASE_UNITS.test(name), 'is not in base units'],
    [type === 'histogram' || !labels.has('le'), 'has a label of histograms'],
    [!labels.has('quantile') || type === 'summary', 'has a label of summaries'],
    [[...labels].every((label) => label === 'le' || /^[a-z][a-z_]*$/.test(label)), 'has a label not in snake case'],
    [new Set(samples.map(seriesOf)).size === samples.length, 'has a series twice'],
  ];
  return rules.filter(([holds]) => !holds).map(([, objection]) => `${name} ${objection}`);
}

/** A series by its name and labels. */
export const seriesOf = ({ name, labels }: Sample): string => `${name}${JSON.stringify(Object.entries(labels).sort())}`;
