/** `npm run monitoring`: writes the Grafana dashboards, and the alerts in the form of the Prometheus operator. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root } from './setup/workspace.mjs';

await bootstrap();
const { monitoringFiles } = await import('./monitoring/monitoring-files.mjs');
for (const [path, text] of Object.entries(monitoringFiles())) writeFileSync(join(root, 'deploy', path), text);
