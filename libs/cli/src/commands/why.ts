import type { CallOperation } from '@strata/mcp/call-operation';
import { why } from '@strata/mcp/tools/why';
import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { CliError, EXIT } from '../failures.ts';

export const define: DefineCommand = (cli) =>
  new Command('why')
    .description('Say what a memory or an artifact was compiled from: which events or memories, by whom and when.')
    .argument('<id>', 'mem_…, art_… or evt_…')
    .addHelpText('after', '\nExample: strata why mem_50fb0c0cc481d90067179fdb4c30adbc')
    .action(async (id: string) => {
      const { strata, terminal, isJson } = cli();
      const api = strata.api as unknown as Record<string, (input: unknown) => unknown>;
      const call = (async (name: string, input: unknown) => api[name]?.(input)) as CallOperation;
      const { data } = await why.run({ id }, { call, urlOf: (item) => item });
      if (!data.found) throw new CliError(`There is nothing with the id ${id}`, EXIT.notFound);
      if (isJson) {
        terminal.json(data);
        return;
      }
      terminal.print(data.statement ?? '');
      for (const { id: source, at, text } of data.evidence ?? [])
        terminal.print(`${terminal.faint(`${source} ${at}`)}\n  ${text}`);
      const rest = (data.sources?.length ?? 0) - (data.evidence?.length ?? 0);
      if (rest > 0) terminal.print(terminal.faint(`and ${rest} more`));
    });
