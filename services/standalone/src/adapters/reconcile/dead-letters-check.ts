import { COMMANDS } from '@strata/contracts/calls/commands';
import type { DeadLetter, DeadLetterQueues } from '@strata/platform/bus/amqp/dead-letter-queue';
import { contractName } from '@strata/platform/bus/message-codec';
import type { Check, Difference } from '@strata/platform/reconcile/check';
import { setTimeout as delay } from 'node:timers/promises';

/** A command that its service rejects again is a dead letter again within this time, unless the service is busy. */
const WATCHED_MS = 5_000;

/** The first thousand dead letters of each command. */
export function deadLettersCheck(queues: DeadLetterQueues): Check {
  const read = async (): Promise<Difference[]> => {
    const found: Difference[] = [];
    for (const contract of COMMANDS) {
      if ((await queues.count(contract)) === 0) continue;
      const letters = await queues.settle(contract, () => 'keep');
      found.push(...letters.map((letter) => toDifference(contractName(contract), letter)));
    }
    return found;
  };
  const readThese = async (these: readonly Difference[]): Promise<Difference[]> => {
    const ids = new Set(these.map(({ id }) => id));
    return (await read()).filter(({ id }) => ids.has(id));
  };
  return {
    name: 'dead-letters',
    compares: 'The accepted commands with those that could not be handled',
    advice: 'See `npm run dead-letters`; --repair sends those again in which nothing breaks their contract.',
    async *find({ tenantId }) {
      for (const difference of await read())
        if (tenantId === undefined || difference.tenantId === tenantId) yield difference;
    },
    confirm: readThese,
    repair: async (found) => {
      const ids = new Set(found.filter(({ message }) => message === REJECTED).map(({ id }) => id));
      if (ids.size === 0) return;
      for (const contract of COMMANDS)
        await queues.settle(contract, (letter) =>
          ids.has(idOf(contractName(contract), letter)) && letter.faults.length === 0 ? 'replay' : 'keep',
        );
      await delay(WATCHED_MS);
    },
  };
}

const REJECTED = 'its service rejected it';

const idOf = (command: string, { id }: DeadLetter): string => `${command} ${id}`;

function toDifference(command: string, letter: DeadLetter): Difference {
  const { scope } = (letter.context ?? {}) as { scope?: { tenantId?: unknown; environment?: unknown } };
  return {
    tenantId: textOf(scope?.tenantId),
    environment: textOf(scope?.environment),
    id: idOf(command, letter),
    message: letter.faults.length === 0 ? REJECTED : 'it breaks its contract',
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
