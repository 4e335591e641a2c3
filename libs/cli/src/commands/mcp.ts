import { runStdio } from '@strata/mcp/run-stdio';
import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';

export const define: DefineCommand = (cli) =>
  new Command('mcp')
    .description('Serve MCP on standard input and output, for clients that start a server themselves.')
    .addHelpText('after', '\nExample: claude mcp add strata -- npx strata mcp')
    .action(() => {
      const { strata, terminal, connection } = cli();
      runStdio(strata, { serviceUrl: connection.url, log: (line) => terminal.note(line) });
    });
