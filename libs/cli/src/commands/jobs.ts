import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { describeProgress, followJob } from '../follow-job.ts';

export const define: DefineCommand = (cli) =>
  new Command('jobs')
    .description('Follow a job: a capture, a learn job, an erasure or an export.')
    .addHelpText('after', '\nExample: strata jobs tail "$(strata learn)"')
    .addCommand(
      new Command('tail')
        .description('Follow a job to its end.')
        .argument('<id>')
        .addHelpText('after', '\nExample: strata jobs tail "$(strata learn)"')
        .action(async (id: string) => {
          const { strata, terminal, isJson } = cli();
          const job = await followJob({ strata, terminal }, id);
          if (isJson) terminal.json(job);
          else terminal.print(describeProgress(job));
        }),
    );
