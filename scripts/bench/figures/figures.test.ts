import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}
interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly strata: Spread;
  readonly limit: Spread;
  readonly ratio: Spread;
}
type Saved = Record<string, { readonly figures: readonly Figure[] }>;

const load = <Module>(name: string): Promise<Module> => import(new URL(name, import.meta.url).href) as Promise<Module>;

/** Plain JavaScript without types, because the bench runs without a build. */
const { chartOf } = await load<{ readonly chartOf: (saved: Saved) => string }>('chart.mjs');
const { merge } = await load<{ readonly merge: (saved: Saved, report: object) => Saved }>('merge.mjs');
const { tablesOf } = await load<{ readonly tablesOf: (saved: Saved) => Record<string, string> }>('tables.mjs');
const { withTables } = await load<{
  readonly withTables: (page: string, tables: Record<string, string>) => string;
}>('page.mjs');

const spread = (median: number): Spread => ({ min: median * 0.8, median, max: median * 1.25 });
const figure = (name: string, unit: string, ratio: number): Figure => ({
  ...{ name, unit, ratio: spread(ratio) },
  ...{ strata: spread(ratio * 100), limit: spread(100) },
});
const reportOf = (figures: readonly Figure[], at = '2026-11-28T10:00:00.000Z') => ({
  ...{ at, node: 'v24.21.0', size: { rounds: 3 } },
  systems: { cluster: { figures } },
});
const saved = (...figures: readonly Figure[]) => merge({}, reportOf(figures));
const CAPTURE = 'capture, 32 connections';

/** The places of the elements of a class, from left to right. */
const places = (svg: string, name: string, attribute: string) =>
  [...svg.matchAll(new RegExp(`class="${name}" ${attribute}="([\\d.]+)"`, 'gu'))].map(([, place]) => Number(place));

describe('the chart', () => {
  test('draws each figure against its floor and its aim', () => {
    const svg = chartOf(saved(figure(CAPTURE, '/s', 0.2), figure('start, vault', 'ms', 30)));
    const [capture, start] = places(svg, 'cluster', 'cx');
    const [captureFloor, startFloor] = places(svg, 'floor', 'x1');
    const [captureAim, startAim] = places(svg, 'aim', 'x1');
    expect(capture).toBeLessThan(captureFloor ?? 0);
    expect(captureFloor).toBeLessThan(captureAim ?? 0);
    expect(start).toBeGreaterThan(startFloor ?? Infinity);
    expect(startFloor).toBeGreaterThan(startAim ?? Infinity);
  });

  test('has equal distances for equal factors', () => {
    const growth = ['tenants', 'events', 'memories'].map((kind, at) =>
      figure(`10 to 100 ${kind}: capture, p50`, 'ms', 10 ** at),
    );
    const [one = 0, ten = 0, hundred = 0] = places(chartOf(saved(...growth)), 'cluster', 'cx');
    expect(hundred - ten).toBeCloseTo(ten - one, 0);
  });

  test('leaves out what was not measured', () => {
    const svg = chartOf(saved(figure(CAPTURE, '/s', 0.2)));
    expect(svg).toContain('>capture<');
    expect(svg).not.toContain('>batch<');
  });
});

describe('the tables', () => {
  test('judge a rate by the least it must be, and a time by the most', () => {
    const figures = [figure(CAPTURE, '/s', 0.5), figure('start, vault', 'ms', 12), figure('first start', 'ms', 1.2)];
    const { goals } = tablesOf(saved(...figures));
    expect(goals).toContain('| capture | at least 0.6 | 1 |  | 0.50, **missed** |');
    expect(goals).toContain('| start of a service | at most 20 | 8 |  | 12 (vault), met |');
    expect(goals).toContain('| first start of standalone | at most 2 | 1.3 |  | 1.20, aim met |');
  });

  test('judge the worst of several figures', () => {
    const { goals } = tablesOf(saved(figure('start, vault', 'ms', 3), figure('start, gateway', 'ms', 25)));
    expect(goals).toContain('25 (gateway), **missed**');
    const peers = saved(
      figure('stored, 32 at a time, mem0', '/s', 60),
      figure('stored, 32 at a time, mastra', '/s', 20),
    );
    expect(tablesOf(peers)['goals']).toContain('20 (mastra), met');
  });

  test('say when and how their figures were taken', () => {
    expect(tablesOf(saved(figure(CAPTURE, '/s', 0.2)))['cluster']).toContain(
      'Taken: 28 November 2026, Node 24.21.0, 3 rounds.',
    );
  });

  test('show the newest figure, in whichever order the files come', () => {
    const older = reportOf([figure(CAPTURE, '/s', 0.2)], '2026-11-27T10:00:00.000Z');
    const newer = reportOf([figure(CAPTURE, '/s', 0.7)]);
    for (const reports of [
      [older, newer],
      [newer, older],
    ])
      expect(tablesOf(reports.reduce(merge, {}))['goals']).toContain('0.70, met');
  });

  test('show what was measured last of something that grows, however much of it there was', () => {
    const quick = reportOf([figure('10 to 100 tenants: capture, p50', 'ms', 3)], '2026-11-27T10:00:00.000Z');
    const full = reportOf([figure('50 to 500 tenants: capture, p50', 'ms', 1)]);
    const { growth } = tablesOf(merge(merge({}, quick), full));
    expect(growth).toContain('50 to 500 tenants');
    expect(growth).not.toContain('10 to 100 tenants');
  });

  test('replace what is between their comments', () => {
    const page = 'Before\n\n<!-- figures: goals -->\n\n| old |\n\n<!-- end -->\n\nAfter\n';
    expect(withTables(page, { goals: '| new |' })).toBe(page.replace('old', 'new'));
    expect(() => withTables(page, {})).toThrow('There is no table goals');
  });
});

test('the page shows the saved figures (npm run bench:chart)', () => {
  const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  /** Prettier aligns the tables that are checked in. */
  const unpadded = (page: string) => page.replace(/ +\|/gu, ' |').replace(/\| +/gu, '| ').replace(/-{2,}/gu, '---');
  const current = JSON.parse(read('performance.json')) as Saved;
  const page = unpadded(read('performance.md'));
  expect(page).toBe(unpadded(withTables(read('performance.md'), tablesOf(current))));
  expect(read('performance.svg')).toBe(chartOf(current));
});
