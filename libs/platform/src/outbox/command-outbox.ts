import { requestContextSchema } from '@strata/contracts/context';
import type { CommandContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import { encodeContext } from '../bus/message-codec.ts';
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

const NEXT = 'select seq, command, payload, context from command_outbox where seq > $1 order by seq limit $2';

interface Relayed {
  readonly failures: readonly unknown[];
  /** Whoever takes the commands does not answer: there is no use in trying more of them now. */
  readonly isAway: boolean;
  /** Where the next page begins, if there is one. */
  readonly next: string | undefined;
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

  /** Sends what comes after a row and takes out what was sent. */
  const relayPage = async (after: string): Promise<Relayed> => {
    const rows = await database.asRole(relayRole, (tx) => tx.query<OutboxRow>(NEXT, [after, AT_ONCE]));
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
    const failures = sent.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    return { failures, isAway: done.length === 0 && failures.some(isUnavailable), next: rows.at(AT_ONCE - 1)?.seq };
  };

  /** Everything once: what cannot be sent stays, and holds up nothing behind it. @throws its first failure. */
  const relayAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let after: string | undefined = '0'; after !== undefined && !isClosed;) {
      const relayed: Relayed = await relayPage(after);
      failures.push(...relayed.failures.slice(0, 1));
      after = relayed.isAway ? undefined : relayed.next;
    }
    if (failures.length > 0) throw failures[0];
  };

  const relay = async (): Promise<void> => {
    do {
      isWanted = false;
      await relayAll();
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
        [tenantId, environment, command.name, JSON.stringify(payload), encodeContext(context)],
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

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';
