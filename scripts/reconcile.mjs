/** `npm run reconcile`: compares what was accepted with what is stored, and repairs what is safe to repair. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { runReconciliation } = await import('../services/standalone/dist/run-reconciliation.js');
try {
  process.exitCode = await runReconciliation(process.argv.slice(2), process.env, (line) => console.log(line));
} catch (error) {
  console.error(`${error.message}\nFor help: npm run reconcile -- --help`);
  process.exitCode = 2;
}
