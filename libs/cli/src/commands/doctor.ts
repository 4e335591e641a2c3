import { StrataError } from '@strata/client/errors';
import { Strata } from '@strata/client/strata';
import { Command } from 'commander';
import type { Cli, DefineCommand } from '../cli.ts';
import { CliError, describeFailure } from '../failures.ts';

interface Finding {
  readonly check: string;
  readonly isWell: boolean;
  readonly says: string;
}

const MAX_SKEW_MS = 60_000;
const MINIMUM_NODE = 20;

export const define: DefineCommand = (cli) =>
  new Command('doctor')
    .description('Check what the other commands need, and say what to do about what is missing.')
    .addHelpText('after', '\nExample: strata doctor')
    .action(async () => {
      const { terminal, isJson } = cli();
      const findings: Finding[] = [];
      for await (const finding of examine(cli())) {
        findings.push(finding);
        if (!isJson) terminal.print(`${finding.isWell ? 'ok  ' : 'FAIL'}  ${finding.check}: ${finding.says}`);
      }
      if (isJson) terminal.json(findings);
      const ill = findings.filter(({ isWell }) => !isWell).length;
      if (ill > 0) throw new CliError(`${ill} of ${findings.length} checks failed`);
    });

async function* examine({ connection }: Cli): AsyncGenerator<Finding> {
  const { url, apiKey, keyFrom } = connection;
  const node = process.versions.node;
  yield { check: 'Node', isWell: Number.parseInt(node, 10) >= MINIMUM_NODE, says: node };
  const reached = await attempt('Service', url, () => new Strata({ baseUrl: url, maxRetries: 0 }).api.getHealth());
  yield reached;
  if (!reached.isWell) return;
  yield await compareClocks(url);
  if (apiKey === undefined) {
    yield { check: 'API key', isWell: false, says: 'there is none for this service: strata login' };
    return;
  }
  const strata = new Strata({ baseUrl: url, apiKey, maxRetries: 0 });
  yield await attempt('API key', `from ${keyFrom}`, () => strata.api.getUsageMetrics());
  yield await attempt('Scope read', 'recalls', () => strata.api.listMemories({ limit: 1 }));
  // A batch of no events changes nothing.
  yield await attempt('Scope write', 'captures', () => strata.api.captureBatch({ events: [] }));
}

/** What a check found: its error in words, else `says`. */
async function attempt(check: string, says: string, work: () => PromiseLike<unknown>): Promise<Finding> {
  try {
    await work();
    return { check, isWell: true, says };
  } catch (error) {
    const { message, hint } = describeFailure(error, '');
    const isUnreached = error instanceof StrataError && error.code === 'connection_failed';
    const why = isUnreached
      ? `nothing responds at ${says}. Start it with "npm start", or name another with --url`
      : message;
    return { check, isWell: false, says: isUnreached || hint === undefined ? why : `${why}. ${hint}` };
  }
}

/** Events of a clock that is ahead are rejected. */
async function compareClocks(url: string): Promise<Finding> {
  const response = await fetch(new URL('/health', url));
  const skew = Date.now() - Date.parse(response.headers.get('date') ?? '');
  const says = Number.isNaN(skew) ? 'the service does not say its time' : `${Math.round(skew / 1000)} s apart`;
  return { check: 'Clock', isWell: Number.isNaN(skew) || Math.abs(skew) < MAX_SKEW_MS, says };
}
