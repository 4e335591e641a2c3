/** `npm run test:faults [-- options]`: prepares the clone, and has faults happen to a cluster under load. */
import { register } from 'node:module';
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
register('./setup/typescript-hooks.mjs', import.meta.url);
const { testFaults } = await import('../services/standalone/test/faults/main.ts');
try {
  process.exitCode = await testFaults(process.argv.slice(2));
} catch (error) {
  console.error(error.stack ?? error.message);
  process.exitCode = 1;
}
