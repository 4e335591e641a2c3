import { given } from '@strata/client/given';
import { describeReport } from '@strata/transcripts/importing/describe-report';
import {
  ImportInterrupted,
  importTranscripts,
  NothingToImport,
  type ImportOptions,
} from '@strata/transcripts/importing/import-transcripts';
import type { ImportReport } from '@strata/transcripts/importing/report';
import { sendThrough } from '@strata/transcripts/importing/send-through';
import { SOURCES, type SourceName } from '@strata/transcripts/importing/sources';
import { Argument, Command } from 'commander';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Cli, DefineCommand } from '../cli.ts';
import type { Surroundings } from '../config.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { several } from '../options.ts';

interface Options {
  readonly dryRun?: true;
  readonly agent?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly tag?: string[];
}

export const define: DefineCommand = (cli) =>
  new Command('import')
    .description('Send what another tool left on this disk. Safe to repeat: only what is new is sent.')
    .addArgument(new Argument('<source>', 'the tool').choices(Object.keys(SOURCES)))
    .argument('[path]', 'a file or a folder (default: where the tool keeps its transcripts)')
    .option('--dry-run', 'show what would be sent, and send nothing')
    .option('--agent <id>', 'the agent of the events (default: the name of the source)')
    .option('--user <id>', 'the end user whom the sessions are about')
    .option('--namespace <id>', 'the namespace of the events')
    .option('--tag <tag>', 'a tag for every event; may be repeated', several)
    .addHelpText('after', '\nExample: strata import claude-code --dry-run')
    .action(async (source: SourceName, path: string | undefined, options: Options) => {
      const stop = new AbortController();
      const onSignal = (): void => stop.abort(new CliError('Stopped. The same command goes on where this ended.', 130));
      process.once('SIGINT', onSignal);
      try {
        const report = await runImport(cli(), source, { path, options, signal: stop.signal });
        show(cli(), report);
        if (report.files.failed.length > 0) throw new CliError('Some files could not be read.');
        if (report.rejected.total > 0) throw new CliError('The service did not accept some events.');
      } finally {
        process.off('SIGINT', onSignal);
      }
    });

async function runImport(
  cli: Cli,
  source: SourceName,
  { path, options, signal }: { path: string | undefined; options: Options; signal: AbortSignal },
): Promise<ImportReport> {
  const { terminal, surroundings, connection } = cli;
  const { dryRun, agent: agentId, user: userId, namespace: namespaceId, tag: tags } = options;
  const send: ImportOptions['send'] =
    dryRun === true ? () => Promise.resolve({ errorDetails: [] }) : sendThrough(cli.strata, signal);
  try {
    return await importTranscripts(source, {
      ...given({ path, dryRun, agentId, userId, namespaceId, tags }),
      stateDir: stateDir(surroundings),
      target: `${connection.url} ${createHash('sha256')
        .update(connection.apiKey ?? '')
        .digest('hex')}`,
      send,
      signal,
      env: surroundings.env,
      onProgress: ({ files, events }) => {
        terminal.progress(`${files.found} files, ${events.total} events`);
      },
    });
  } catch (error) {
    if (error instanceof NothingToImport) throw new CliError(error.message, EXIT.usage);
    if (!(error instanceof ImportInterrupted)) throw error;
    terminal.note(`${error.report.sent} events were sent. The same command goes on where this ended.`);
    throw error.cause;
  }
}

const stateDir = ({ env, home }: Surroundings): string =>
  join(env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'strata', 'import');

function show({ terminal, isJson, connection }: Cli, report: ImportReport): void {
  if (isJson) {
    terminal.json(report);
    return;
  }
  terminal.print(`${report.source} to ${new URL(connection.url).origin}`);
  for (const line of describeReport(report)) terminal.print(line);
}
