/** One series with its value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its series. The series of a histogram are its buckets, sum and count. */
export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus's text format. @throws Error for an invalid line, or a series without its metric. */
export function parseExposition(text: string): MetricFamily[] {
  const families = new Map<string, { name: string; type: string; help: string; samples: Sample[] }>();
  const familyOf = (name: string) => {
    const family = families.get(name) ?? { name, type: 'untyped', help: '', samples: [] };
    families.set(name, family);
    return family;
  };
  for (const line of text.split('\n').filter((content) => content !== '')) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment !== null) {
      const [, keyword, name = '', rest = ''] = comment;
      familyOf(name)[keyword === 'HELP' ? 'help' : 'type'] = rest;
      continue;
    }
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (value === undefined || family === undefined) throw new Error(`Invalid line in the exposition: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text] as const);
    family.samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return [...families.values()];
}

const NOT_BASE_UNITS = /_(milliseconds|ms|minutes|hours|days|kilobytes|megabytes|mib|mb|kb|percent|percents)(_|$)/;

/** The objections of Prometheus's linter (`promtool check metrics`), and of a few more rules. */
export function lintMetric({ name, type, help, samples }: MetricFamily): string[] {
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  const rules: [holds: boolean, objection: string][] = [
    [help.length > 0, 'has no help'],
    [['counter', 'gauge', 'histogram', 'summary'].includes(type), 'has no type'],
    [/^[a-z][a-z0-9_]*$/.test(name), 'is not in snake case'],
    [
      (type === 'counter') === name.endsWith('_total'),
      'is a counter without _total, or has _total without being a counter',
    ],
    [type === 'histogram' || !/_(count|sum|bucket)$/.test(name), 'has a suffix reserved for histograms'],
    [!/(^|_)(gauge|counter|histogram|summary)(_|$)/.test(name), 'has its type in its name'],
    [!NOT_BASE_UNITS.test(name), 'is not in base units'],
    [type === 'histogram' || !labels.has('le'), 'has the label le, reserved for histograms'],
    [!labels.has('quantile') || type === 'summary', 'has the label quantile, reserved for summaries'],
    [[...labels].every((label) => label === 'le' || /^[a-z][a-z_]*$/.test(label)), 'has a label not in snake case'],
    [new Set(samples.map(seriesOf)).size === samples.length, 'has duplicate series'],
  ];
  return rules.filter(([holds]) => !holds).map(([, objection]) => `${name} ${objection}`);
}

/** The key of a series: its name and labels. */
export const seriesOf = ({ name, labels }: Sample): string => `${name}${JSON.stringify(Object.entries(labels).sort())}`;
