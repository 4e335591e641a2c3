import { given } from '@strata/client/given';
import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { followJob } from '../follow-job.ts';

interface LearnOptions {
  readonly watch?: true;
  readonly agent?: string;
  readonly user?: string;
  readonly session?: string;
}

export const define: DefineCommand = (cli) =>
  new Command('learn')
    .description(
      'Compile what was captured into memories and artifacts now. Sessions are also compiled by themselves, soon after they end.',
    )
    .option('--watch', 'follow the job to its end')
    .option('--agent <id>', 'only events of this agent')
    .option('--user <id>', 'only events about this end user')
    .option('--session <id>', 'only this session')
    .addHelpText('after', '\nExample: strata learn --watch')
    .action(async ({ watch, agent, user, session }: LearnOptions) => {
      const { strata, terminal, isJson } = cli();
      const scope = given({ agentId: agent, userId: user, sessionId: session });
      const { jobId, status } = await strata.api.startLearning(scope);
      if (watch !== true) {
        if (isJson) terminal.json({ jobId, status });
        else terminal.print(jobId);
        return;
      }
      const job = await followJob({ strata, terminal }, jobId);
      if (isJson) terminal.json(job);
      else terminal.print(describeResult(job.result));
    });

interface LearnResult {
  readonly eventsProcessed?: number;
  readonly memories?: { readonly created?: number };
  readonly artifacts?: { readonly created?: number; readonly updated?: number };
}

function describeResult(result: unknown): string {
  const { eventsProcessed = 0, memories, artifacts } = (result ?? {}) as LearnResult;
  const made = `${memories?.created ?? 0} memories and ${artifacts?.created ?? 0} artifacts made`;
  return `${eventsProcessed} events compiled: ${made}, ${artifacts?.updated ?? 0} artifacts changed`;
}
