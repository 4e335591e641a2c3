import { StrataError } from '@strata/client/errors';
import { given } from '@strata/client/given';
import type { Input } from '@strata/client/operation-types';
import { Command } from 'commander';
import type { Cli, DefineCommand } from '../cli.ts';
import { CliError } from '../cli-error.ts';

import { checkExport, readEventsBackwards } from '../read-export.ts';

type EventInput = Input<'captureEvent'>;

const IN_FLIGHT = 200;
const SHOWN_FAILURES = 20;

export const define: DefineCommand = (cli) =>
  new Command('restore')
    .description(
      'Capture the events of an export again, in their order. Safe to repeat: what is there already is not stored twice. Then compile them with "strata learn".',
    )
    .argument('<file>')
    .addHelpText('after', '\nExample: strata restore backup.jsonl && strata learn --watch')
    .action(async (file: string) => {
      const { terminal, isJson } = cli();
      const places = await checkExport(file);
      const { stored, failures } = await captureAll(cli(), readEventsBackwards(file, places), places.length);
      if (isJson) terminal.json({ stored, failures });
      else terminal.print(`${stored} of ${places.length} events are stored`);
      for (const { id, message } of isJson ? [] : failures.slice(0, SHOWN_FAILURES)) terminal.note(`${id}: ${message}`);
      if (failures.length > 0) throw new CliError(`${failures.length} events were not stored`);
    });

async function captureAll({ strata, terminal }: Cli, events: AsyncIterable<Record<string, unknown>>, total: number) {
  let stored = 0;
  const failures: { id: string; message: string }[] = [];
  let waiting: Promise<unknown>[] = [];
  for await (const event of events) {
    const sent = restoreEvent(strata, event as unknown as Stored).then(
      () => void (stored += 1),
      (error: unknown) => void failures.push({ id: String(event['id']), message: (error as Error).message }),
    );
    waiting.push(sent);
    if (waiting.length < IN_FLIGHT) continue;
    await Promise.all(waiting);
    waiting = [];
    terminal.progress(`${stored} of ${total} events`);
  }
  await Promise.all(waiting);
  await strata.close().catch(() => undefined);
  return { stored, failures };
}

/** Captures an event, unless this tenant has it already. */
async function restoreEvent(strata: Cli['strata'], event: Stored): Promise<void> {
  if (event.idempotencyKey === null && (await has(strata, event.id))) return;
  await strata.capture(asCaptured(event)).catch((error: unknown) => {
    // Its key is taken: the first sender did not say when it happened.
    if (!(error instanceof StrataError && error.code === 'conflict')) throw error;
  });
}

const has = (strata: Cli['strata'], id: string): Promise<boolean> =>
  strata.api.getEvent({ id }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StrataError && error.code === 'not_found') return false;
      throw error;
    },
  );

/** An event as it was sent once. Its own key, or its id, keeps it from being stored twice. */
function asCaptured(event: Stored): EventInput {
  const { type, sessionId, payload, metadata, agentId, namespaceId, userId, tags, occurredAt, idempotencyKey, id } =
    event;
  const scope = given({
    agentId: agentId ?? undefined,
    namespaceId: namespaceId ?? undefined,
    userId: userId ?? undefined,
  });
  return {
    type,
    sessionId,
    payload,
    metadata: { ...metadata, ...scope, ...(tags.length === 0 ? {} : { tags }), occurredAt },
    idempotencyKey: idempotencyKey ?? `restored-${id}`,
  };
}

interface Stored {
  readonly id: string;
  readonly type: EventInput['type'];
  readonly sessionId: string;
  readonly payload: EventInput['payload'];
  readonly metadata: EventInput['metadata'];
  readonly agentId: string | null;
  readonly namespaceId: string | null;
  readonly userId: string | null;
  readonly tags: string[];
  readonly occurredAt: string;
  readonly idempotencyKey: string | null;
}
