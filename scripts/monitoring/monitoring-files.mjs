import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../setup/workspace.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { overview } from './dashboards/overview.mjs';
import { resources } from './dashboards/resources.mjs';
import { work } from './dashboards/work.mjs';

/** The alerts again, in the form of the Prometheus operator: it reads no plain files of rules. */
function prometheusRule() {
  const rules = parse(readFileSync(join(root, 'deploy', 'prometheus', 'rules.yml'), 'utf8'));
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'strata' },
    spec: rules,
  };
}

/** @returns {Record<string, string>} the generated files of `deploy/`, by their paths below it */
export const monitoringFiles = () => ({
  ...Object.fromEntries(
    [overview, work, resources].map((each) => [
      `grafana/${each.uid}.json`,
      `${JSON.stringify(buildDashboard(each), null, 2)}\n`,
    ]),
  ),
  'kubernetes/monitoring/prometheus-rule.yaml': `# Generated from deploy/prometheus/rules.yml: npm run monitoring\n${stringify(prometheusRule(), { lineWidth: 0 })}`,
});
