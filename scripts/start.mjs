/** `npm start`: prepares the clone, then runs the standalone service in this process. */
import { bootstrap } from './bootstrap.mjs';
import { sharedSecrets } from './setup/shared-secrets.mjs';

await bootstrap();
const dataDir = process.env.DATA_DIR || '.strata';
try {
  const { preflight } = await import('../services/standalone/dist/preflight.js');
  await preflight(process.env);
  const { gateway, vault } = sharedSecrets(dataDir, process.env);
  Object.assign(process.env, gateway, vault);
} catch (error) {
  console.error(`Strata cannot start. ${error.message}`);
  process.exit(1);
}
if (process.stdout.isTTY) console.log('Strata is starting …');
process.setSourceMapsEnabled(true);
await import('../services/standalone/dist/main.js');
