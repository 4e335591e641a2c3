import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { drawLineage } from '../lineage/draw-lineage.ts';
import { readLineage } from '../lineage/read-lineage.ts';
import { wholeNumber } from '../options.ts';

interface WhyOptions {
  readonly limit: number;
}

export const define: DefineCommand = (cli) =>
  new Command('why')
    .description(
      'Show what a memory or an artifact was compiled from, down to the events: what was said, by whom, when, in which session, and how it ended.',
    )
    .argument('<id>', 'mem_…, art_… or evt_…')
    .option('--limit <number>', 'at most so many sources of each item', wholeNumber, 5)
    .addHelpText(
      'after',
      '\nExamples:\n  strata why mem_50fb0c0cc481d90067179fdb4c30adbc\n  strata why art_5965067fd3ae9636c57660a8fd985ff5 --limit 20 --json',
    )
    .action(async (id: string, { limit }: WhyOptions) => {
      const { strata, terminal, isJson } = cli();
      const lineage = await readLineage(strata.api, id, Math.min(limit, MAX_LIMIT));
      if (isJson) terminal.json(lineage);
      else for (const line of drawLineage(lineage, (text) => terminal.faint(text))) terminal.print(line);
    });

/** Each source is a request, and so is each of its own. */
const MAX_LIMIT = 50;
