/** `npm run bench [-- <options>]`: prepares the clone, then measures Strata against limits from the same run. */
import { readOptions, USAGE } from './bench/options.mjs';
import { bootstrap } from './bootstrap.mjs';

const options = readArguments();
if (options.help) {
  console.log(USAGE);
} else {
  await bootstrap();
  const { runBench } = await import('./bench/run.mjs');
  await runBench(options);
}

function readArguments() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
