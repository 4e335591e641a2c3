import { requestContextSchema } from '@strata/contracts/context';
import type { CommandContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Closeable } from '../lifecycle/closeable.ts';
import { repeat } from '../lifecycle/repeat.ts';
import type { Logger } from '../log/logger.ts';

/** Messages relayed at once. */
const AT_ONCE = 100;
const POLL_MS = 1000;

/**
 * Commands that are sent if and only if the transaction commits in which they were put. Kept in a table of the service's
 * own, `command_outbox (seq bigint generated always as identity primary key, tenant_id text, environment text, command
 * text, payload json, context json)`, from which they are relayed in the background: at least once, in no order.
 */
export interface CommandOutbox extends Closeable {
  /** @throws Error for a command that the outbox was not opened for. */
  put<Payload extends z.ZodType>(
    tx: Pick<Transaction, 'execute'>,
    command: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;
  /** Relays what has been committed, soon. */
  wake(): void;
}

export interface CommandOutboxParts {
  readonly database: Pick<Database, 'asRole'>;
  /** May read and delete the table's rows of every tenant. */
  readonly relayRole: string;
  readonly commands: readonly CommandContract<z.ZodType>[];
  readonly bus: Bus;
  readonly logger: Logger;
}

interface OutboxRow {
  readonly seq: string;
  readonly command: string;
  readonly payload: unknown;
  readonly context: unknown;
}

/** The outbox of one schema, relayed until it is closed. What is left over is relayed by whoever opens it next. */
export function openCommandOutbox({ database, relayRole, commands, bus, logger }: CommandOutboxParts): CommandOutbox {
  const contracts = new Map(commands.map((command) => [command.name, command]));
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  const relaySome = async (): Promise<boolean> => {
    const rows = await database.asRole(relayRole, (tx) =>
      tx.query<OutboxRow>('select seq, command, payload, context from command_outbox order by seq limit $1', [AT_ONCE]),
    );
    if (rows.length === 0) return false;
    const sent = await Promise.allSettled(
      rows.map(async ({ seq, command, payload, context }) => {
        const contract = contracts.get(command);
        if (contract === undefined) throw new Error(`The outbox has a command that nobody relays: ${command}`);
        await bus.send(contract, payload, requestContextSchema.parse(context));
        return seq;
      }),
    );
    const done = sent.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    if (done.length > 0)
      await database.asRole(relayRole, (tx) =>
        tx.execute('delete from command_outbox where seq = any($1::bigint[])', [done]),
      );
    const failed = sent.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return rows.length === AT_ONCE;
  };

  const relay = async (): Promise<void> => {
    do {
      isWanted = false;
      while (await relaySome());
      // Someone may have asked meanwhile.
    } while (isWanted as boolean);
  };
  const run = (): Promise<void> => (running ??= relay().finally(() => (running = undefined)));
  const poll = repeat(POLL_MS, run, logger);

  return {
    put: async (tx, command, payload, context) => {
      if (!contracts.has(command.name)) throw new Error(`The outbox does not relay ${command.name}`);
      const { tenantId, environment } = context.scope;
      await tx.execute(
        'insert into command_outbox (tenant_id, environment, command, payload, context) values ($1, $2, $3, $4, $5)',
        [tenantId, environment, command.name, JSON.stringify(payload), JSON.stringify(context)],
      );
    },
    wake: () => {
      if (isClosed) return;
      isWanted = true;
      // Its failure is told by the next poll, which meets the same.
      run().catch(() => undefined);
    },
    close: async () => {
      isClosed = true;
      await poll.close();
      await running?.catch(() => undefined);
    },
  };
}
