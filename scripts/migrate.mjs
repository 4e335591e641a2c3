/** `npm run migrate`: applies the migrations of the six services, so that they can start with MIGRATE_AT_START=false. */
import { spawnSync } from 'node:child_process';
import { bootstrap } from './bootstrap.mjs';
import { migrationScript, SERVICES } from './setup/services.mjs';

const USAGE = `Usage: npm run migrate [-- <service>…]

Applies the migrations of these services, or of all six, to the PostgreSQL at DATABASE_URL, one service after the other.
The login must own the schemas; deploy/kubernetes runs the same as a job for each service, with a login for each.`;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SERVICES.includes(name));
if (wanted.includes('--help')) {
  console.log(USAGE);
} else if (unknown.length > 0) {
  console.error(`There is no service ${unknown.join(', ')}\n${USAGE}`);
  process.exitCode = 1;
} else {
  await bootstrap();
  for (const service of wanted.length > 0 ? wanted : SERVICES) {
    const args = ['--enable-source-maps', migrationScript(service)];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status === 0) continue;
    process.exitCode = 1;
    break;
  }
}
