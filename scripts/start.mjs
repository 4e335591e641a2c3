/** `npm start`: prepares the clone, then runs the standalone service in this process. */
import { bootstrap } from './bootstrap.mjs';
import { sharedSecrets } from './setup/shared-secrets.mjs';

await bootstrap();
const dataDir = process.env.DATA_DIR || '.strata';
try {
  const { gateway, vault } = sharedSecrets(dataDir, process.env);
  Object.assign(process.env, gateway, vault);
} catch (error) {
  console.error(`DATA_DIR ${dataDir} cannot be used: ${error.message}`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import('../services/standalone/dist/main.js');
