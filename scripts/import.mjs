/** `npm run import`: sends the transcripts that a tool left on this disk to a running service. */
import { createHash } from 'node:crypto';
import { bootstrap } from './bootstrap.mjs';
import { progressLine } from './demo/terminal.mjs';
import { readOptions, USAGE, UsageError } from './import/options.mjs';

await bootstrap();
const { Strata } = await import('../libs/client/dist/strata.js');
const { StrataError } = await import('../libs/client/dist/errors.js');
const { describeReport } = await import('../libs/transcripts/dist/importing/describe-report.js');
const { importTranscripts, ImportInterrupted, NothingToImport } =
  await import('../libs/transcripts/dist/importing/import-transcripts.js');
const { sendThrough } = await import('../libs/transcripts/dist/importing/send-through.js');
const { SOURCES } = await import('../libs/transcripts/dist/importing/sources.js');

const print = (text) => process.stdout.write(`${text}\n`);

async function run() {
  const { source, path, help, isJson, baseUrl, apiKey, stateDir, chosen } = readOptions(
    process.argv.slice(2),
    process.env,
  );
  if (help) return print(USAGE);
  if (!Object.hasOwn(SOURCES, source)) throw new UsageError(`There is no source ${source}\n\n${USAGE}`);
  const isDryRun = chosen.dryRun === true;
  if (apiKey === undefined && !isDryRun)
    throw new UsageError('No API key: set STRATA_API_KEY, or start the service here with "npm start"');
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('stopped by the user')));
  const line = progressLine();
  const showReport = (report) =>
    print(isJson ? JSON.stringify(report, null, 2) : [`${source} to ${baseUrl}`, ...describeReport(report)].join('\n'));
  try {
    const report = await importTranscripts(source, {
      ...chosen,
      ...(path === undefined ? {} : { path }),
      stateDir,
      target: `${baseUrl} ${createHash('sha256')
        .update(apiKey ?? '')
        .digest('hex')}`,
      send: sendThrough(new Strata({ baseUrl, ...(apiKey === undefined ? {} : { apiKey }) }), stop.signal),
      signal: stop.signal,
      env: process.env,
      onProgress: ({ files, events }) => {
        if (!isJson && process.stdout.isTTY === true)
          line.show(`  ${String(files.found)} files, ${String(events.total)} events`);
      },
    });
    line.end();
    showReport(report);
    if (report.files.failed.length > 0 || report.rejected.total > 0) process.exitCode = 2;
  } catch (error) {
    line.end();
    if (error instanceof ImportInterrupted) showReport(error.report);
    throw error;
  }
}

try {
  await run();
} catch (error) {
  if (!(
    error instanceof UsageError ||
    error instanceof ImportInterrupted ||
    error instanceof NothingToImport ||
    error instanceof StrataError
  ))
    throw error;
  process.stderr.write(`${error.message}\n`);
  if (error instanceof ImportInterrupted)
    process.stderr.write('Run the same command again: it goes on where this ended.\n');
  process.exitCode = 1;
}
