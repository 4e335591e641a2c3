import { describeSystemError } from '@strata/transcripts/files/system-error';
import { Command } from 'commander';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { lstat, open, rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Cli, DefineCommand } from '../cli.ts';
import { CliError } from '../cli-error.ts';

const PAGE = 100;

export const define: DefineCommand = (cli) =>
  new Command('export')
    .description(
      'Write all events, memories and artifacts that your key may read to a file: JSON Lines, the last of which has their checksum.',
    )
    .argument('<file>')
    .addHelpText(
      'after',
      '\nExample: strata export backup.jsonl\nThe events can be captured again with: strata restore backup.jsonl',
    )
    .action(async (file: string) => {
      const { terminal, isJson } = cli();
      const counts = await writeExport(cli(), file);
      if (isJson) terminal.json({ file, ...counts });
      else
        terminal.print(
          `${counts.events} events, ${counts.memories} memories and ${counts.artifacts} artifacts are in ${file}`,
        );
    });

/** Writes beside the file first, so that an interrupted export leaves no half of one. */
async function writeExport({ strata, terminal, connection }: Cli, file: string) {
  const counts = { events: 0, memories: 0, artifacts: 0 };
  const hash = createHash('sha256');
  await requireReplaceable(file);
  // Nobody can know the name before, and put something else in its place.
  const part = `${file}.${randomUUID()}.part`;
  const stream = (await openNew(part, file)).createWriteStream();
  let lines = 0;
  const write = async (value: unknown): Promise<void> => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    lines += 1;
    if (!stream.write(line)) await once(stream, 'drain');
  };
  const removePart = (): void => rmSync(part, { force: true });
  process.once('exit', removePart);
  try {
    await write({
      type: 'export',
      format: 1,
      service: new URL(connection.url).origin,
      exportedAt: new Date().toISOString(),
    });
    for await (const event of strata.api.listEvents({ limit: PAGE })) {
      await write({ type: 'event', event });
      counts.events += 1;
      if (counts.events % PAGE === 0) terminal.progress(`${counts.events} events`);
    }
    for await (const memory of strata.api.listMemories({ limit: PAGE })) {
      await write({ type: 'memory', memory });
      counts.memories += 1;
      if (counts.memories % PAGE === 0) terminal.progress(`${counts.memories} memories`);
    }
    for await (const artifact of strata.api.listArtifacts({ limit: PAGE, includeInactive: true })) {
      await write({ type: 'artifact', artifact });
      counts.artifacts += 1;
    }
    stream.end(`${JSON.stringify({ sha256: hash.digest('hex'), lines })}\n`);
    await finished(stream);
    await rename(part, file);
    return counts;
  } catch (error) {
    stream.destroy();
    removePart();
    throw error;
  } finally {
    process.off('exit', removePart);
  }
}

/** An export takes the place of a file. A device, a folder or a link must not be replaced. */
async function requireReplaceable(file: string): Promise<void> {
  const present = await lstat(file).catch(() => undefined);
  if (present !== undefined && !present.isFile()) throw new CliError(`${file} is no regular file: name another one`);
}

async function openNew(path: string, file: string): Promise<Awaited<ReturnType<typeof open>>> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    throw new CliError(describeSystemError(error, file) ?? `${file} cannot be written`);
  }
}
