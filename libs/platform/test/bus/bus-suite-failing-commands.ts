import { expect, test } from '@jest/globals';
import { AppError, unavailable } from '@strata/kernel/errors';
import { RejectMessage, type Bus, type Delivery } from '../../src/bus/bus.ts';
import { CONTEXT, newCommand, until } from './bus-fixture.ts';

type Store = Delivery<{ id: number; text: string }>;

/** Transports differ in whether `send` reports the failure; here it does not matter. */
const sendAnyway = (bus: Bus, contract: ReturnType<typeof newCommand>, id: number): Promise<void> =>
  bus.send(contract, { id }, CONTEXT).catch(() => undefined);

/** An error of PostgreSQL. */
const stateError = (code: string): Error => Object.assign(new Error('swordfish'), { code });
const BAD_DATA = stateError('22P05');

const failedCount = async (bus: Bus, contract: ReturnType<typeof newCommand>): Promise<number> =>
  (await bus.queueFigures(contract)).failed;

export function describeFailingCommands(open: () => Bus): void {
  test('a command that fails by its own data is retried with a counted attempt until it succeeds', async () => {
    const contract = newCommand(3);
    const attempts: number[] = [];
    const bus = open();
    await bus.consume(contract, ([delivery]) => {
      attempts.push(delivery?.attempt ?? 0);
      return attempts.length < 3 ? Promise.reject(stateError('23503')) : Promise.resolve();
    });
    await bus.send(contract, { id: 1 }, CONTEXT);
    await until(() => attempts.length === 3);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await failedCount(bus, contract)).toBe(0);
  });

  test.each([
    ['invalid text', BAD_DATA],
    ['a violated constraint', stateError('23514')],
    ['a broken contract', new AppError('validation_error', 'No.')],
  ])('a command that fails by its own data (%s) is dead-lettered after its last attempt', async (_what, error) => {
    const contract = newCommand(3);
    const attempts: number[] = [];
    const handled: number[] = [];
    const bus = open();
    await bus.consume(contract, ([delivery]) => {
      if (delivery?.payload.id === 2) return Promise.resolve(void handled.push(2));
      attempts.push(delivery?.attempt ?? 0);
      return Promise.reject(error);
    });
    await sendAnyway(bus, contract, 1);
    await until(async () => (await failedCount(bus, contract)) === 1);
    expect(attempts).toEqual([1, 2, 3]);
    await bus.send(contract, { id: 2 }, CONTEXT);
    await until(() => handled.length === 1);
  });

  test('a command is retried without limit while a dependency is unavailable, and no attempt is counted', async () => {
    const contract = newCommand(2);
    const attempts: number[] = [];
    const bus = open();
    await bus.consume(contract, ([delivery]) => {
      attempts.push(delivery?.attempt ?? 0);
      return attempts.length < 5 ? Promise.reject(unavailable('The database')) : Promise.resolve();
    });
    await bus.send(contract, { id: 1 }, CONTEXT);
    await until(() => attempts.length === 5);
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
    expect(await failedCount(bus, contract)).toBe(0);
  });

  test('a dead letter is recorded before it is one, once the record can be stored', async () => {
    const contract = newCommand(1);
    const recorded: [number, unknown][] = [];
    let tries = 0;
    const bus = open();
    await bus.consume(contract, () => Promise.reject(BAD_DATA), {
      onDeadLetter: (delivery, error) => {
        tries += 1;
        if (tries === 1) return Promise.reject(unavailable('The database'));
        recorded.push([delivery.payload.id, error]);
        return Promise.resolve();
      },
    });
    await sendAnyway(bus, contract, 7);
    await until(async () => (await failedCount(bus, contract)) === 1);
    expect(recorded).toEqual([[7, BAD_DATA]]);
  });

  test('a rejected message is dead-lettered at once', async () => {
    const contract = newCommand(5);
    let handled = 0;
    const bus = open();
    await bus.consume(contract, () => {
      handled += 1;
      return Promise.reject(new RejectMessage('no good'));
    });
    await sendAnyway(bus, contract, 1);
    await until(async () => (await failedCount(bus, contract)) === 1);
    expect(handled).toBe(1);
  });

  test('a bad message in a batch does not affect the others', async () => {
    const contract = newCommand(2);
    const stored: number[] = [];
    const bus = open();
    const store = (deliveries: readonly Store[]): Promise<void> => {
      if (deliveries.some(({ payload }) => payload.id === 2)) return Promise.reject(BAD_DATA);
      stored.push(...deliveries.map(({ payload }) => payload.id));
      return Promise.resolve();
    };
    await bus.consume(contract, store, { batchSize: 5, lingerMs: 50 });
    await Promise.all([0, 1, 2, 3, 4].map((id) => sendAnyway(bus, contract, id)));
    await until(async () => (await failedCount(bus, contract)) === 1);
    await until(() => stored.length === 4);
    expect(stored.sort()).toEqual([0, 1, 3, 4]);
  });

  test('a message for which a dependency is unavailable does not hold up the others of its batch', async () => {
    const contract = newCommand(2);
    const stored: number[] = [];
    let isDown = true;
    const bus = open();
    const store = (deliveries: readonly Store[]): Promise<void> => {
      if (isDown && deliveries.some(({ payload }) => payload.id === 0)) return Promise.reject(unavailable('The vault'));
      stored.push(...deliveries.map(({ payload }) => payload.id));
      return Promise.resolve();
    };
    await bus.consume(contract, store, { batchSize: 4, lingerMs: 50 });
    const sends = [0, 1, 2, 3].map((id) => bus.send(contract, { id }, CONTEXT));
    await until(() => stored.length === 3);
    expect(stored.sort()).toEqual([1, 2, 3]);
    isDown = false;
    await Promise.all(sends);
    await until(() => stored.length === 4);
  });
}
