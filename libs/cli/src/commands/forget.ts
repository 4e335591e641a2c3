import { Command } from 'commander';
import type { Input } from '@strata/client/operation-types';
import type { Cli, DefineCommand } from '../cli.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { followJob } from '../follow-job.ts';

interface ForgetOptions {
  readonly user?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly yes?: true;
}

export const define: DefineCommand = (cli) =>
  new Command('forget')
    .description('Delete a memory, or erase an end user, an agent or a session from every store. It cannot be undone.')
    .argument('[memory]', 'the id of a memory')
    .option('--user <id>', 'erase this end user')
    .option('--agent <id>', 'erase this agent')
    .option('--session <id>', 'erase this session')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExamples:\n  strata forget mem_50fb0c0cc481d90067179fdb4c30adbc\n  strata forget --user customer-4711',
    )
    .action(async (memory: string | undefined, { user, agent, session, yes }: ForgetOptions) => {
      const targets = [
        ...(memory === undefined ? [] : [{ memory }]),
        ...(user === undefined ? [] : [{ userId: user }]),
        ...(agent === undefined ? [] : [{ agentId: agent }]),
        ...(session === undefined ? [] : [{ sessionId: session }]),
      ];
      const [target] = targets;
      if (target === undefined || targets.length > 1)
        throw new CliError('Name one of: a memory, --user, --agent, --session', EXIT.usage);
      if (yes !== true) await confirm(cli(), target);
      if ('memory' in target) await deleteMemory(cli(), target.memory);
      else await erase(cli(), target);
    });

async function confirm({ terminal }: Cli, target: object): Promise<void> {
  const [[kind, id]] = Object.entries(target) as [[string, string]];
  if (!terminal.isInteractive) throw new CliError('Add --yes: there is nobody to ask', EXIT.usage);
  const { default: ask } = await import('@inquirer/confirm');
  const message = `Delete ${kind.replace('Id', '')} ${id} for ever?`;
  if (!(await ask({ message, default: false }, { output: process.stderr }))) throw new CliError('Nothing was deleted');
}

async function deleteMemory({ strata, terminal, isJson }: Cli, id: string): Promise<void> {
  const deleted = await strata.api.deleteMemory({ id });
  if (isJson) terminal.json(deleted);
  else terminal.print(`${id} is deleted`);
}

async function erase({ strata, terminal, isJson }: Cli, target: Input<'startErasure'>): Promise<void> {
  const { jobId } = await strata.api.startErasure(target);
  const job = await followJob({ strata, terminal }, jobId);
  if (isJson) terminal.json(job);
  else terminal.print(`Erased. The request and its counts: ${jobId}`);
}
