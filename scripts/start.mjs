/** `npm start`: prepares the clone, then runs the standalone service in this process. */
import { bootstrap } from './bootstrap.mjs';
import { sharedSecrets } from './cluster/shared-secrets.mjs';

await bootstrap();
Object.assign(process.env, sharedSecrets(process.env.DATA_DIR || '.strata', process.env));
process.setSourceMapsEnabled(true);
await import('../services/standalone/dist/main.js');
