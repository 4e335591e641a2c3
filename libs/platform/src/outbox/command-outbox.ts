import type { BundleContract, CommandContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import { sentContext } from '../bus/message-codec.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Closeable } from '../lifecycle/closeable.ts';
import { repeat } from '../lifecycle/repeat.ts';
import type { Logger } from '../log/logger.ts';
import { untraced } from '../tracing/trace-context.ts';
import { createSendStored, type StoredCommand } from './send-stored.ts';

/** Commands sent at once. */
const AT_ONCE = 100;
const POLL_MS = 1000;

/**
 * Commands that are sent if and only if the transaction that stored them commits. They are stored in a table of the service,
 * `command_outbox (seq bigint generated always as identity primary key, tenant_id text, environment text, command text,
 * payload json, context json)`, and sent in the background: at least once, in no particular order.
 */
export interface CommandOutbox extends Closeable {
  /** Stores a command. Throws for a command that the outbox was not opened for. */
  put<Payload extends z.ZodType>(
    tx: Pick<Transaction, 'execute'>,
    command: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;
  /**
   * The columns of a command, for a statement that stores it together with other rows; the scope is the context's. Throws like
   * `put`.
   */
  columnsOf<Payload extends z.ZodType>(
    command: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): OutboxColumns;
  /** Sends committed commands soon, without waiting for the next poll. */
  wake(): void;
}

/** `payload` and `context` become JSON. */
export interface OutboxColumns {
  readonly command: string;
  readonly payload: unknown;
  readonly context: unknown;
}

export interface CommandOutboxParts {
  readonly database: Pick<Database, 'asRole'>;
  /** A role that may read and delete the table's rows of every tenant. */
  readonly relayRole: string;
  readonly commands: readonly CommandContract<z.ZodType>[];
  /** Commands of which those that wait are sent as one message (default none). */
  readonly bundles?: readonly BundleContract<z.ZodType>[];
  readonly bus: Bus;
  readonly logger: Logger;
  /** Milliseconds that `wake` waits for more commands, so that one round sends them all (default 0). */
  readonly lingerMs?: number;
}

const PUT =
  'insert into command_outbox (tenant_id, environment, command, payload, context) values ($1, $2, $3, $4, $5)';
const NEXT = `
  select seq, command, payload, context, octet_length(payload::text) as bytes from command_outbox
  where seq > $1 order by seq limit $2`;

interface Relayed {
  readonly failures: readonly unknown[];
  /** Whether the broker or the consumer is unavailable, so that sending more would fail too. */
  readonly isBusDown: boolean;
  /** The last row of the page, if there may be another page. */
  readonly next: string | undefined;
}

/** The outbox of one schema, relayed until it is closed. The next process to open it sends what is left. */
export function openCommandOutbox(parts: CommandOutboxParts): CommandOutbox {
  const { database, relayRole, commands, bundles = [], bus, logger, lingerMs = 0 } = parts;
  const names = new Set(commands.map(({ name }) => name));
  const send = createSendStored({ bus, commands, bundles });
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;
  let lingering: NodeJS.Timeout | undefined;

  /** Sends the page of commands after a row, and deletes those that were sent. */
  const relayPage = async (after: string): Promise<Relayed> => {
    const rows = await database.asRole(relayRole, (tx) => tx.query<StoredCommand>(NEXT, [after, AT_ONCE]));
    const { done, failures } = await send(rows);
    if (done.length > 0)
      await database.asRole(relayRole, (tx) =>
        tx.execute('delete from command_outbox where seq = any($1::bigint[])', [done]),
      );
    const isBusDown = done.length === 0 && failures.some(isUnavailable);
    return { failures, isBusDown, next: rows.at(AT_ONCE - 1)?.seq };
  };

  /** Tries to send every command once. Commands that fail stay, and do not hold up later ones. Throws the first failure. */
  const relayAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let after: string | undefined = '0'; after !== undefined && !isClosed;) {
      const relayed: Relayed = await relayPage(after);
      failures.push(...relayed.failures.slice(0, 1));
      after = relayed.isBusDown ? undefined : relayed.next;
    }
    if (failures.length > 0) throw failures[0];
  };

  const relay = async (): Promise<void> => {
    do {
      isWanted = false;
      await relayAll();
      // `wake` may have been called meanwhile.
    } while (isWanted as boolean);
  };
  // One round sends the commands of many requests, each in its own trace.
  const run = (): Promise<void> => (running ??= untraced(relay).finally(() => (running = undefined)));
  const runSoon = (): void => {
    lingering = undefined;
    isWanted = true;
    // The next poll fails in the same way, and logs it.
    run().catch(() => undefined);
  };
  const poll = repeat(POLL_MS, run, logger);

  const columnsOf: CommandOutbox['columnsOf'] = (command, payload, context) => {
    if (!names.has(command.name)) throw new Error(`The outbox does not relay ${command.name}`);
    return { command: command.name, payload, context: sentContext(context) };
  };

  return {
    columnsOf,
    put: async (tx, ...stored) => {
      const { command, payload, context } = columnsOf(...stored);
      const [, , { scope }] = stored;
      const values = [command, JSON.stringify(payload), JSON.stringify(context)];
      await tx.execute(PUT, [scope.tenantId, scope.environment, ...values]);
    },
    wake: () => {
      if (isClosed) return;
      if (lingerMs === 0) runSoon();
      else lingering ??= setTimeout(runSoon, lingerMs);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(lingering);
      await poll.close();
      await running?.catch(() => undefined);
    },
  };
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';
