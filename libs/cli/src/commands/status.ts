import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';

export const define: DefineCommand = (cli) =>
  new Command('status')
    .description('Show which service is used, whether it is well, and what is stored in it.')
    .addHelpText('after', '\nExample: strata status --json')
    .action(async () => {
      const { strata, terminal, isJson, connection } = cli();
      const { plan, period, usage, totals } = await strata.api.getUsageMetrics();
      if (isJson) {
        terminal.json({ url: connection.url, plan, period, usage, totals });
        return;
      }
      terminal.print(`${terminal.title('Service')}    ${connection.url} (key from ${connection.keyFrom})`);
      terminal.print(`${terminal.title('Plan')}       ${plan}`);
      terminal.print(
        `${terminal.title('Stored')}     ${totals.events} events, ${totals.memories} memories, ${totals.artifacts} artifacts`,
      );
      terminal.print(
        `${terminal.title('Use')}        ${usage.eventsThisMonth} events in ${period.month}, ${usage.synthesesToday} packs and ${usage.compilationsToday} learn jobs today`,
      );
    });
