import { given } from '@strata/client/given';
import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { wholeNumber } from '../options.ts';

interface MemoriesOptions {
  readonly limit: number;
  readonly current?: true;
  readonly agent?: string;
  readonly user?: string;
  readonly session?: string;
}

const PAGE = 100;

export const define: DefineCommand = (cli) =>
  new Command('memories')
    .description('List memories, the newest first.')
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .option('--current', 'only what holds now')
    .option('--agent <id>', 'only those of this agent')
    .option('--user <id>', 'only those about this end user')
    .option('--session <id>', 'only those of this session')
    .addHelpText('after', '\nExample: strata memories --current --limit 50')
    .action(async ({ limit, current, agent, user, session }: MemoriesOptions) => {
      const { strata, terminal, isJson } = cli();
      const filter = given({ current, agentId: agent, userId: user, sessionId: session });
      let count = 0;
      for await (const memory of strata.api.listMemories({ ...filter, limit: Math.min(limit, PAGE) })) {
        if (isJson) terminal.json(memory);
        else terminal.print(`${terminal.faint(memory.id)}  ${memory.content.replaceAll('\n', ' ')}`);
        count += 1;
        if (count === limit) break;
      }
      if (count === 0 && !isJson) terminal.note('There are no memories yet. Capture something, then: strata learn');
    });
