import { given } from '@strata/client/given';
import { fingerprint, isRecord, recordIn } from '@strata/transcripts/acts/json';
import { Command } from 'commander';
import { createInterface } from 'node:readline';
import type { Cli, DefineCommand } from '../cli.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { several } from '../options.ts';

interface CaptureOptions {
  readonly role: string;
  readonly session?: string;
  readonly agent?: string;
  readonly user?: string;
  readonly tag?: readonly string[];
}

/** So many events are on their way at once. */
const IN_FLIGHT = 2000;

export const define: DefineCommand = (cli) =>
  new Command('capture')
    .description(
      'Store a text. Without one, store events from standard input: JSON Lines, one event a line. It is safe to repeat with events that have a time (metadata.occurredAt) or an idempotencyKey.',
    )
    .argument('[text...]')
    .option('--role <role>', 'who said it: user, assistant or a name', 'user')
    .option('--session <id>', 'the conversation that it belongs to')
    .option('--agent <id>', 'the agent that it belongs to')
    .option('--user <id>', 'the end user that it is about')
    .option('--tag <tag>', 'a label; can be repeated', several)
    .addHelpText(
      'after',
      '\nExamples:\n  strata capture "The export runs at four" --role Maya\n  strata capture < events.jsonl',
    )
    .action(async (words: string[], { role, session, agent, user, tag }: CaptureOptions) => {
      const { strata, terminal, isJson } = cli();
      if (words.length === 0) return captureLines(cli());
      const scope = given({ sessionId: session, agentId: agent, userId: user, tags: tag });
      const stored = strata.remember(words.join(' '), { role, ...scope });
      await strata.close();
      const { eventId } = await stored;
      if (isJson) terminal.json({ eventId });
      else terminal.print(eventId);
    });

/** Sends each line as an event, and says which lines were not stored. */
async function captureLines({ strata, terminal, isJson }: Cli): Promise<void> {
  if (terminal.isInteractive) throw new CliError('Give a text, or events on standard input: see --help', EXIT.usage);
  let line = 0;
  let stored = 0;
  const failures: { line: number; message: string }[] = [];
  const waiting = new Set<Promise<void>>();
  for await (const text of createInterface({ input: terminal.input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') continue;
    const at = line;
    const sent = captureLine(strata, text)
      .then(() => void (stored += 1))
      .catch((error: unknown) => void failures.push({ line: at, message: (error as Error).message }))
      .finally(() => waiting.delete(sent));
    waiting.add(sent);
    if (waiting.size >= IN_FLIGHT) await Promise.all(waiting);
    terminal.progress(`${stored} events stored`);
  }
  await Promise.all(waiting);
  await strata.close().catch(() => undefined);
  failures.sort((one, other) => one.line - other.line);
  if (isJson) terminal.json({ stored, failures });
  else terminal.print(`${stored} events stored`);
  for (const failure of isJson ? [] : failures) terminal.note(`line ${failure.line}: ${failure.message}`);
  if (failures.length > 0)
    throw new CliError(`${failures.length} of ${stored + failures.length} events were not stored`);
}

async function captureLine(strata: Cli['strata'], text: string): Promise<unknown> {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    throw new CliError('it is not JSON');
  }
  return strata.capture(keyed(event) as Parameters<typeof strata.capture>[0]);
}

/** An event that says when it happened is the same event each time that it is captured. Without a time, an equal one is another. */
function keyed(event: unknown): unknown {
  if (!isRecord(event) || event['idempotencyKey'] !== undefined) return event;
  const isDated = recordIn(event, 'metadata')['occurredAt'] !== undefined;
  return isDated ? { ...event, idempotencyKey: `line ${fingerprint(event)}` } : event;
}
