import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { conflict, unavailable } from '@strata/kernel/errors';
import { RejectMessage, type Bus } from '../../src/bus/bus.ts';
import { createInProcessBus } from '../../src/bus/in-process.ts';
import { CONTEXT, FAST_LADDER, Gate, newCall, newCommand, recordingObserver, until } from './bus-fixture.ts';
import { describeBus } from './bus-suite.ts';

describe('the bus in process', () => {
  describeBus(() => {
    const { observe, observed } = recordingObserver();
    const bus = createInProcessBus({ retryLadder: FAST_LADDER, observe });
    return { open: () => bus, close: () => bus.close(0), observed };
  });

  test('a call past its deadline is not served, and is counted as expired', async () => {
    const { observe, observed } = recordingObserver();
    const bus = createInProcessBus({ observe });
    const contract = newCall();
    const gate = new Gate();
    let served = 0;
    const serve = async ({ value }: { value: number }): Promise<{ value: number }> => {
      served += 1;
      await gate.pass();
      return { value };
    };
    await bus.serve(contract, serve, { prefetch: 1 });
    const calls = [1, 2].map((value) => bus.call(contract, { value }, CONTEXT, { deadlineMs: 30 }).catch(() => value));
    await until(() => gate.waiting === 1);
    await Promise.all(calls);
    gate.open();
    await until(() => observed.includes(`handled ${contract.name} expired`));
    expect(served).toBe(1);
    await bus.close(0);
  });

  describe('a send', () => {
    let bus: Bus;
    /** Has a short deadline for commits. */
    let hasty: Bus;

    beforeEach(() => {
      bus = createInProcessBus({ retryLadder: FAST_LADDER });
      hasty = createInProcessBus({ retryLadder: FAST_LADDER, sendDeadlineMs: 300 });
    });

    afterEach(async () => {
      await bus.close(0);
      await hasty.close(0);
    });

    test('resolves after the consumer has committed, and not before', async () => {
      const contract = newCommand();
      const gate = new Gate();
      let isResolved = false;
      await bus.consume(contract, () => gate.pass());
      const sent = bus.send(contract, { id: 1 }, CONTEXT).then(() => (isResolved = true));
      await until(() => gate.waiting === 1);
      expect(isResolved).toBe(false);
      gate.open();
      await sent;
    });

    test('is unavailable without a consumer', async () => {
      await expect(bus.send(newCommand(), { id: 1 }, CONTEXT)).rejects.toMatchObject({ code: 'unavailable' });
    });

    test('is unavailable when the consumer has not committed within the deadline', async () => {
      const contract = newCommand();
      const gate = new Gate();
      await hasty.consume(contract, () => gate.pass());
      await expect(hasty.send(contract, { id: 1 }, CONTEXT)).rejects.toMatchObject({ code: 'unavailable' });
      gate.open();
    });

    test('is unavailable with the consumer’s message when retries do not succeed within the deadline', async () => {
      const contract = newCommand();
      await hasty.consume(contract, () => Promise.reject(unavailable('The database')));
      await expect(hasty.send(contract, { id: 1 }, CONTEXT)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('The database') as unknown,
      });
    });

    test('is unavailable with the consumer’s message when the deadline comes during a later attempt', async () => {
      const contract = newCommand();
      const gate = new Gate();
      let handled = 0;
      await hasty.consume(contract, () => {
        handled += 1;
        return handled === 1 ? Promise.reject(unavailable('The database')) : gate.pass();
      });
      await expect(hasty.send(contract, { id: 1 }, CONTEXT)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('The database') as unknown,
      });
      gate.open();
    });

    test('is not handled after it has failed for its sender', async () => {
      const contract = newCommand();
      const gate = new Gate();
      const ids: number[] = [];
      await hasty.consume(contract, async ([delivery]) => {
        ids.push(delivery?.payload.id ?? -1);
        if (ids.length === 1) await gate.pass();
      });
      const first = hasty.send(contract, { id: 1 }, CONTEXT).catch(() => undefined);
      await until(() => gate.waiting === 1);
      await expect(hasty.send(contract, { id: 2 }, CONTEXT)).rejects.toMatchObject({ code: 'unavailable' });
      gate.open();
      await first;
      await hasty.send(contract, { id: 3 }, CONTEXT).catch(() => undefined);
      expect(ids).not.toContain(2);
    });

    test('that the consumer rejects fails with the cause if that is an AppError, else with validation_error', async () => {
      const contract = newCommand();
      await bus.consume(contract, ([delivery]) =>
        Promise.reject(
          delivery?.payload.id === 1
            ? new RejectMessage('no', { cause: conflict('Stored with another body') })
            : new RejectMessage('no'),
        ),
      );
      await expect(bus.send(contract, { id: 1 }, CONTEXT)).rejects.toMatchObject({
        code: 'conflict',
        message: 'Stored with another body',
      });
      await expect(bus.send(contract, { id: 2 }, CONTEXT)).rejects.toMatchObject({ code: 'validation_error' });
    });

    test('that fails at every attempt is an internal_error without the consumer’s message', async () => {
      const contract = newCommand(2);
      await bus.consume(contract, () => Promise.reject(new Error('swordfish')));
      await expect(bus.send(contract, { id: 1 }, CONTEXT)).rejects.toMatchObject({
        code: 'internal_error',
        message: expect.not.stringContaining('swordfish') as unknown,
      });
    });
  });
});
