/** `npm run evaluate-ranking -- <data …>`: what each ranking arm and rule is worth on conversations with known evidence. */
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { DemoError } from './demo/demo-error.mjs';
import { readConversations } from './evaluate-ranking/read-conversations.mjs';

const USAGE = `Usage: npm run evaluate-ranking -- <data …> [--max-tokens <n,n>]

Prints evidence recall in %: the share of the messages that answer a question of which a pack shows some part. One row for
the ranking as it is, and one for each arm or rule left out. Works in memory, without a service.

  data   a file of LoCoMo (snap-research/locomo, locomo10.json), or a folder of BEAM (mohammadtavakoli78/BEAM, chats/100K)
  --max-tokens <n,n>   sizes of context packs (default 1000,4000)`;

try {
  const { values, positionals: paths } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, 'max-tokens': { type: 'string', default: '1000,4000' } },
  });
  const budgets = values['max-tokens'].split(',').map(Number);
  if (budgets.some((budget) => !(budget >= 50 && budget <= 100_000)))
    throw new DemoError('--max-tokens: 50 to 100,000');
  if (values.help) console.log(USAGE);
  else {
    if (paths.length === 0) throw new DemoError(`No data.\n\n${USAGE}`);
    const conversations = paths.flatMap(readConversations);
    await bootstrap();
    const { printAblation } = await import('./evaluate-ranking/print-ablation.mjs');
    await printAblation(conversations, budgets);
  }
} catch (error) {
  if (!(error instanceof DemoError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
