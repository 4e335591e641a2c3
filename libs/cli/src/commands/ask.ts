import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { wholeNumber } from '../options.ts';

interface AskOptions {
  readonly maxTokens?: number;
  readonly agent?: string;
  readonly user?: string;
  readonly session?: string;
  readonly explain?: true;
}

export const define: DefineCommand = (cli) =>
  new Command('ask')
    .description('Print what is known that fits a question, as a text for a prompt. Prints nothing if nothing fits.')
    .argument('<question...>')
    .option('--max-tokens <number>', 'the token budget', wholeNumber)
    .option('--agent <id>', 'only what belongs to this agent')
    .option('--user <id>', 'what may be shown to this end user')
    .option('--session <id>', 'only this session')
    .option('--explain', 'with --json: why each section was chosen')
    .addHelpText('after', '\nExample: strata ask "When does the nightly export run?" --max-tokens 500')
    .action(async (words: string[], { maxTokens, agent, user, session, explain }: AskOptions) => {
      const { strata, terminal, isJson } = cli();
      const pack = await strata.api.synthesize({
        query: words.join(' '),
        format: isJson ? 'both' : 'text',
        ...(maxTokens === undefined ? {} : { maxTokens }),
        ...(agent === undefined ? {} : { agentId: agent }),
        ...(user === undefined ? {} : { userId: user }),
        ...(session === undefined ? {} : { sessionId: session }),
        ...(explain === true ? { explain } : {}),
      });
      if (isJson) terminal.json(pack);
      else if (pack.text === undefined || pack.text === '') terminal.note('Nothing fits.');
      else terminal.print(pack.text);
    });
