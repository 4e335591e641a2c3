/** `npm run bound-keys`: lists keys that are bound to agents which their creators may not act as now. */
import { bootstrap } from './bootstrap.mjs';

const USAGE = `Usage: npm run bound-keys [-- --json]

Lists the API keys, of every tenant, that are bound to an agent identity which the user who created them may not bind
them to now. A key of a user is denied everything then; a service key goes on. Exits with 1 if there are any. Reads the
database at DATABASE_URL, or else the embedded one in DATA_DIR (.strata); stop its service first.`;

const argv = process.argv.slice(2);
if (argv.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
await bootstrap();
const { verifyBoundKeys } = await import('../services/standalone/dist/verify-bound-keys.js');
try {
  if (!(await verifyBoundKeys(argv, process.env, (line) => console.log(line)))) process.exitCode = 1;
} catch (error) {
  console.error(`${error.message}\nFor help: npm run bound-keys -- --help`);
  process.exitCode = 1;
}
