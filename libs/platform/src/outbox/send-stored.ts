import { SpanKind } from '@opentelemetry/api';
import { requestContextSchema } from '@strata/contracts/context';
import type { BundleContract, CommandContract } from '@strata/contracts/message';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import { inBatchSpan } from '../tracing/spans.ts';

/** A command as an outbox stores it. */
export interface StoredCommand {
  readonly seq: string;
  readonly command: string;
  readonly payload: unknown;
  readonly context: unknown;
  /** Bytes of the payload as JSON. */
  readonly bytes: number;
}

interface SendStoredParts {
  readonly bus: Pick<Bus, 'send'>;
  readonly commands: readonly CommandContract<z.ZodType>[];
  /** Commands of which those that wait are sent as one message. */
  readonly bundles: readonly BundleContract<z.ZodType>[];
}

interface Sent {
  /** `seq` of the commands that were sent. */
  readonly done: readonly string[];
  readonly failures: readonly unknown[];
}

/** Far below the limit of a message. */
const MAX_BUNDLE_BYTES = 1024 * 1024;

/** Sends stored commands, those with a bundle together. Never rejects: commands that fail do not hold up others. */
export function createSendStored({ bus, commands, bundles }: SendStoredParts) {
  const contracts = new Map(commands.map((command) => [command.name, command]));
  const bundleOf = new Map(bundles.map((bundle) => [bundle.of, bundle]));

  const sendOne = async ({ seq, command, payload, context }: StoredCommand): Promise<Sent> => {
    const contract = contracts.get(command);
    if (contract === undefined)
      return { done: [], failures: [new Error(`The outbox contains an unknown command: ${command}`)] };
    try {
      await bus.send(contract, payload, requestContextSchema.parse(context));
      return { done: [seq], failures: [] };
    } catch (error) {
      return { done: [], failures: [error] };
    }
  };
  const sendEach = async (rows: readonly StoredCommand[]): Promise<Sent> => join(await Promise.all(rows.map(sendOne)));

  const sendTogether = async (rows: readonly StoredCommand[]): Promise<Sent> => {
    const [first] = rows;
    const bundle = first && bundleOf.get(first.command);
    if (bundle === undefined || rows.length === 1) return sendEach(rows);
    try {
      const together = rows.map(({ payload, context }) => ({ payload, context: requestContextSchema.parse(context) }));
      const context = requestContextSchema.parse(first?.context);
      const received = together.map(({ context: { traceparent } }) => traceparent);
      // The bundle is sent in a trace of its own, unless all are of one.
      await inBatchSpan(`bundle ${bundle.name}`, { kind: SpanKind.INTERNAL, attributes: {} }, received, () =>
        bus.send(bundle, { commands: together }, context),
      );
      return { done: rows.map(({ seq }) => seq), failures: [] };
    } catch (error) {
      // One of them may break its contract. Else each would fail in the same way.
      if (error instanceof AppError && error.code !== 'validation_error') return { done: [], failures: [error] };
      return sendEach(rows);
    }
  };

  return async (rows: readonly StoredCommand[]): Promise<Sent> =>
    join(await Promise.all(groupsOf(rows).map(sendTogether)));
}

const join = (sent: readonly Sent[]): Sent => ({
  done: sent.flatMap(({ done }) => done),
  failures: sent.flatMap(({ failures }) => failures),
});

/** Commands of one kind, up to the size of a bundle. */
function groupsOf(rows: readonly StoredCommand[]): StoredCommand[][] {
  const groups: StoredCommand[][] = [];
  const open = new Map<string, { readonly rows: StoredCommand[]; bytes: number }>();
  for (const row of rows) {
    let group = open.get(row.command);
    if (group === undefined || group.bytes + row.bytes > MAX_BUNDLE_BYTES) {
      group = { rows: [], bytes: 0 };
      open.set(row.command, group);
      groups.push(group.rows);
    }
    group.rows.push(row);
    group.bytes += row.bytes;
  }
  return groups;
}
