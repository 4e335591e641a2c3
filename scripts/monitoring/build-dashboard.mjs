import * as common from '@grafana/grafana-foundation-sdk/common';
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import * as stat from '@grafana/grafana-foundation-sdk/stat';
import * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';

/** The data source is chosen on the page. */
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
/** Three panels a row. */
const WIDTH = 8;
const HEIGHT = 8;

/**
 * The JSON model of a dashboard for Grafana.
 * @param {import('./dashboards/queries.mjs').Dashboard} dashboard
 */
export function buildDashboard({ uid, title, rows }) {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .tags(['strata'])
    .readonly()
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').type('prometheus').label('Data source'));
  let id = 0;
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title).id((id += 1)));
    for (const panel of row.panels) builder.withPanel(buildPanel(panel).id((id += 1)));
  }
  return builder.build();
}

/** @param {import('./dashboards/queries.mjs').Panel} panel */
function buildPanel({ title, kind, unit, queries }) {
  const builder = kind === 'stat' ? statPanel() : timePanel();
  builder.title(title).unit(unit).min(0).datasource(DATASOURCE).span(WIDTH).height(HEIGHT);
  for (const [index, [expression, legend]] of queries.entries())
    builder.withTarget(
      new DataqueryBuilder()
        .expr(expression)
        .legendFormat(legend)
        .refId(String.fromCodePoint('A'.codePointAt(0) + index))
        .datasource(DATASOURCE),
    );
  return builder;
}

const statPanel = () =>
  new stat.PanelBuilder().reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']));

const timePanel = () =>
  new timeseries.PanelBuilder()
    .drawStyle(common.GraphDrawStyle.Line)
    .fillOpacity(10)
    .legend(
      new common.VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(common.LegendDisplayMode.List)
        .placement(common.LegendPlacement.Bottom),
    )
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi));
