/** `npm run evaluate -- <data>`: learns from real agent runs, and measures what was learned on runs that it did not see. */
import { bootstrap } from './bootstrap.mjs';
import { DemoError } from './demo/demo-error.mjs';
import { readOptions, USAGE } from './evaluate/options.mjs';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(USAGE);
  else {
    if (options.base === undefined) await bootstrap();
    const { runEvaluation } = await import('./evaluate/run-evaluation.mjs');
    await runEvaluation(options);
  }
} catch (error) {
  if (!(error instanceof DemoError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
