import { describe, expect, it, test } from '@jest/globals';
import type { Dashboard, Panel as GrafanaPanel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';
import type { Options as StatOptions } from '@grafana/grafana-foundation-sdk/stat';
import type { Options as TimeseriesOptions } from '@grafana/grafana-foundation-sdk/timeseries';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeErrors, newValidator, schemaOf } from '../kubernetes/api-schemas.ts';
import { createQueryCheck } from './published-metrics.ts';

type PanelOf<Kind extends string, Options> = Omit<GrafanaPanel, 'type' | 'options' | 'targets'> & {
  type: Kind;
  options: Options;
  targets: Omit<Dataquery, '_implementsDataqueryVariant'>[];
};
/** The published type of a dashboard, with panels of the kinds that are used, and queries to Prometheus. */
// Files of the second version are read by few releases of Grafana.
// eslint-disable-next-line @typescript-eslint/no-deprecated
export interface GrafanaDashboard extends Omit<Dashboard, 'panels'> {
  panels: (RowPanel | PanelOf<'timeseries', TimeseriesOptions> | PanelOf<'stat', StatOptions>)[];
}

interface Panel {
  readonly id?: number;
  readonly type: string;
  readonly title?: string;
  readonly datasource?: { readonly uid?: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string; readonly refId: string }[];
}

const { monitoringFiles } = (await import(new URL('monitoring-files.mjs', import.meta.url).href)) as {
  monitoringFiles: () => Readonly<Record<string, string>>;
};
const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const FILES = readdirSync(`${DEPLOY}grafana`).filter((file) => file.endsWith('.json'));
const read = (file: string) =>
  JSON.parse(readFileSync(`${DEPLOY}grafana/${file}`, 'utf8')) as { uid: string; panels: Panel[] };
const check = await createQueryCheck();

test.each(Object.entries(monitoringFiles()))('npm run monitoring has written the present %s', (path, text) => {
  expect(readFileSync(DEPLOY + path, 'utf8')).toBe(text);
});

test('the ConfigMap for Kubernetes has every dashboard', () => {
  const listed = readFileSync(`${DEPLOY}grafana/kustomization.yaml`, 'utf8').match(/[\w-]+\.json/g);
  expect(listed).toEqual(FILES.sort());
  expect(Object.keys(monitoringFiles()).filter((path) => path.startsWith('grafana/'))).toHaveLength(FILES.length);
});

describe('A dashboard', () => {
  const validate = newValidator().compile(schemaOf(fileURLToPath(import.meta.url), 'GrafanaDashboard'));

  it.each(FILES)('is valid for Grafana: %s', (file) => {
    expect(validate(read(file)) ? [] : describeErrors(validate.errors)).toEqual([]);
  });

  it('is not valid with a field that Grafana does not know, or a value of another type', () => {
    const dashboard = read(FILES[0] ?? '');
    expect(validate({ ...dashboard, pannels: [] })).toBe(false);
    expect(validate({ ...dashboard, panels: [{ ...dashboard.panels[1], gridPos: 'left' }] })).toBe(false);
  });

  it.each(FILES)('shows metrics that services publish: %s', (file) => {
    const { panels } = read(file);
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(8);
    expect(queries.flatMap((query) => check(query).map((fault) => `${query}: ${fault}`))).toEqual([]);
  });

  it.each(FILES)('has panels with a title, a place of their own, and the chosen data source: %s', (file) => {
    const { panels } = read(file);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${String(x)},${String(y)}`)).size).toBe(panels.length);
    for (const panel of panels.filter(({ type }) => type !== 'row')) {
      expect(panel).toMatchObject({ title: expect.stringMatching(/\S/), datasource: { uid: '${datasource}' } });
      expect(panel.gridPos.x + panel.gridPos.w).toBeLessThanOrEqual(24);
      expect(new Set(panel.targets?.map(({ refId }) => refId)).size).toBe(panel.targets?.length);
    }
  });
});
