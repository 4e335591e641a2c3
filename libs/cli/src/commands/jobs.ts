import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { describeProgress, followJob } from '../follow-job.ts';
import { followTenant } from '../follow-tenant.ts';

export const define: DefineCommand = (cli) =>
  new Command('jobs')
    .description('Follow jobs: captures, learn jobs, erasures and exports.')
    .addHelpText('after', '\nExamples:\n  strata jobs tail\n  strata jobs tail "$(strata learn)"')
    .addCommand(
      new Command('tail')
        .description(
          'Follow a job to its end. Without an id, follow what the jobs of the tenant do until Ctrl-C: how many learn jobs ran and what they made, and each erasure. Learn jobs are counted, not named: the interface has no list of jobs.',
        )
        .argument('[id]')
        .addHelpText('after', '\nExamples:\n  strata jobs tail\n  strata jobs tail "$(strata learn)"')
        .action(async (id: string | undefined) => {
          const { strata, terminal, isJson } = cli();
          if (id === undefined) return followTenant(cli());
          const job = await followJob({ strata, terminal }, id);
          if (isJson) terminal.json(job);
          else terminal.print(describeProgress(job));
          return;
        }),
    );
