import type { Data } from '@strata/client/strata';
import type { Series } from '../../ui/series.ts';

type Point = Data<'getUsageSeries'>['points'][number];
type Figure = Exclude<keyof Point, 'at'>;

export const RANGES = {
  '24h': { label: 'Last 24 hours', input: { bucket: 'hour', last: 24 } },
  '3d': { label: 'Last 3 days, by the hour', input: { bucket: 'hour', last: 72 } },
  '30d': { label: 'Last 30 days', input: { bucket: 'day', last: 30 } },
  '90d': { label: 'Last 90 days', input: { bucket: 'day', last: 90 } },
} as const;
export type Range = keyof typeof RANGES;

/** A chart: its title, and the figures of its lines. The first line is what its sum is about. */
interface ChartFigures {
  readonly title: string;
  readonly lines: readonly (readonly [string, Figure])[];
}

const CHARTS: readonly ChartFigures[] = [
  {
    title: 'Captures',
    lines: [
      ['Events', 'eventsCaptured'],
      ['Failed', 'eventsFailed'],
    ],
  },
  {
    title: 'Learned',
    lines: [
      ['Memories', 'memoriesLearned'],
      ['Artifacts', 'artifactsLearned'],
    ],
  },
  {
    title: 'Learn jobs',
    lines: [
      ['Completed', 'learnJobsCompleted'],
      ['Failed', 'learnJobsFailed'],
    ],
  },
  { title: 'Context packs', lines: [['Packs', 'packs']] },
  { title: 'Tokens of context packs', lines: [['Tokens', 'packTokens']] },
];

export interface DrawnChart {
  readonly title: string;
  readonly series: readonly Series[];
  /** The sum of each line, in order. */
  readonly sums: readonly (readonly [string, number])[];
}

/** The charts of a time, without lines whose figures are hidden from the user. */
export const chartsOf = (points: readonly Point[]): { at: number[]; charts: DrawnChart[]; isEmpty: boolean } => {
  const charts = CHARTS.map(({ title, lines }): DrawnChart => {
    const series = lines
      .map(([name, figure]) => ({ name, values: points.map((point) => point[figure]) }))
      .filter(({ values }) => values.every((value) => value !== null));
    return { title, series, sums: series.map(({ name, values }) => [name, sumOf(values)]) };
  });
  return {
    at: points.map(({ at }) => Date.parse(at) / 1_000),
    charts,
    isEmpty: charts.every(({ sums }) => sums.every(([, sum]) => sum === 0)),
  };
};

const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
