import { expect, test } from '@jest/globals';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import { defineCall } from '@strata/contracts/message';
import { z } from 'zod';
import type { Bus } from '../../src/bus/bus.ts';
import { CONTEXT, Gate, newCall, until } from './bus-fixture.ts';

const LONG_MS = 600_000;

export function describeCalls(open: () => Bus): void {
  test('a call gets its response, and the server its context', async () => {
    const contract = newCall();
    const contexts: RequestContext[] = [];
    await open().serve(contract, async ({ value }, context) => {
      contexts.push(context);
      return Promise.resolve({ value: value * 2 });
    });
    expect(await open().call(contract, { value: 21 }, CONTEXT)).toEqual({ value: 42 });
    expect(contexts).toEqual([{ ...CONTEXT, isAwaited: expect.any(Function) }]);
  });

  test('a server knows whether the caller still waits', async () => {
    const contract = newCall();
    const gate = new Gate();
    const awaited: (boolean | undefined)[] = [];
    await open().serve(contract, async ({ value }, { isAwaited }) => {
      awaited.push(isAwaited?.());
      await gate.pass();
      awaited.push(isAwaited?.());
      return { value };
    });
    const late = open().call(contract, { value: 1 }, CONTEXT, { deadlineMs: 2_000 });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    gate.open();
    await until(() => awaited.length === 2);
    expect(awaited).toEqual([true, false]);
  });

  test('a call may have no response', async () => {
    const contract = defineCall({ service: 'vault', name: 'forget', request: z.object({}), response: z.undefined() });
    await open().serve(contract, () => Promise.resolve(undefined));
    await expect(open().call(contract, {}, CONTEXT)).resolves.toBeUndefined();
  });

  test('an AppError reaches the caller with code, message, details and retry delay', async () => {
    const contract = newCall();
    const details = [{ field: 'value', message: 'is taken' }];
    await open().serve(contract, () =>
      Promise.reject(new AppError('conflict', 'Taken', { details, retryAfterSeconds: 7 })),
    );
    const error = await open()
      .call(contract, { value: 1 }, CONTEXT)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'conflict', message: 'Taken', details, retryAfterSeconds: 7 });
  });

  test('any other error becomes an internal_error without its message', async () => {
    const contract = newCall();
    await open().serve(contract, () => Promise.reject(new Error('the password is swordfish')));
    const error: unknown = await open()
      .call(contract, { value: 1 }, CONTEXT)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'internal_error' });
    expect((error as Error).message).not.toContain('swordfish');
  });

  test('a call without a server is unavailable before its deadline', async () => {
    const call = open().call(newCall(), { value: 1 }, CONTEXT, { deadlineMs: LONG_MS });
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a call is unavailable after its deadline, and a late response does not affect other calls', async () => {
    const contract = newCall();
    const gate = new Gate();
    await open().serve(contract, async ({ value }) => {
      if (value === 1) await gate.pass();
      return { value };
    });
    const caller = open();
    await expect(caller.call(contract, { value: 1 }, CONTEXT, { deadlineMs: 100 })).rejects.toMatchObject({
      code: 'unavailable',
    });
    gate.open();
    expect(await caller.call(contract, { value: 2 }, CONTEXT)).toEqual({ value: 2 });
  });

  test('a call whose deadline passed before its turn is not served', async () => {
    const contract = newCall();
    const gate = new Gate();
    const served: number[] = [];
    await open().serve(
      contract,
      async ({ value }) => {
        served.push(value);
        if (value === 1) await gate.pass();
        return { value };
      },
      { prefetch: 1 },
    );
    const caller = open();
    const first = caller.call(contract, { value: 1 }, CONTEXT);
    await until(() => gate.waiting === 1);
    await expect(caller.call(contract, { value: 2 }, CONTEXT, { deadlineMs: 50 })).rejects.toMatchObject({
      code: 'unavailable',
    });
    gate.open();
    await first;
    await caller.call(contract, { value: 3 }, CONTEXT);
    expect(served).toEqual([1, 3]);
  });

  test('at most `prefetch` calls are served at once', async () => {
    const contract = newCall();
    const both = new Gate();
    let atOnce = 0;
    let most = 0;
    await open().serve(
      contract,
      async ({ value }) => {
        most = Math.max(most, (atOnce += 1));
        // The first one waits for a second one, however late it is delivered.
        if (atOnce === 2) both.open();
        await both.pass();
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
        return { value };
      },
      { prefetch: 2 },
    );
    const caller = open();
    await Promise.all(Array.from({ length: 20 }, (_, value) => caller.call(contract, { value }, CONTEXT)));
    expect(most).toBe(2);
  });

  test('servers share the calls', async () => {
    const contract = newCall();
    const gate = new Gate();
    const serve = async (bus: Bus, name: string): Promise<void> =>
      bus.serve(
        contract,
        async ({ value }) => {
          await gate.pass();
          return { value, text: name };
        },
        { prefetch: 1 },
      );
    await serve(open(), 'one');
    await serve(open(), 'two');
    const caller = open();
    const calls = [caller.call(contract, { value: 1 }, CONTEXT), caller.call(contract, { value: 2 }, CONTEXT)];
    await until(() => gate.waiting === 2);
    gate.open();
    const names = (await Promise.all(calls)).map(({ text }) => text);
    expect(names.sort()).toEqual(['one', 'two']);
  });

  test('a request that does not match the contract is rejected by field and not served', async () => {
    const contract = newCall();
    let served = 0;
    await open().serve(contract, ({ value }) => Promise.resolve({ value: value + (served += 1) }));
    const call = open().call(contract, { value: 'many' as unknown as number }, CONTEXT);
    await expect(call).rejects.toMatchObject({ code: 'validation_error', details: [{ field: 'value' }] });
    expect(served).toBe(0);
  });

  test('a response that does not match the contract is an internal_error', async () => {
    const contract = newCall();
    await open().serve(contract, () => Promise.resolve({ value: 'many' as unknown as number }));
    await expect(open().call(contract, { value: 1 }, CONTEXT)).rejects.toMatchObject({ code: 'internal_error' });
  });

  test('requests and responses can have several megabytes', async () => {
    const contract = newCall();
    await open().serve(contract, (request) => Promise.resolve(request));
    const text = 'é'.repeat(4_000_000);
    const response = await open().call(contract, { value: 1, text }, CONTEXT);
    expect(response.text === text).toBe(true);
  });

  test('a message beyond 16 MiB is rejected in either direction, and the next call succeeds', async () => {
    const contract = newCall();
    const text = 'x'.repeat(17_000_000);
    await open().serve(contract, ({ value }) => Promise.resolve({ value, ...(value === 2 ? { text } : {}) }));
    const caller = open();
    const tooLarge = { code: 'payload_too_large' };
    await expect(caller.call(contract, { value: 1, text }, CONTEXT)).rejects.toMatchObject(tooLarge);
    await expect(caller.call(contract, { value: 2 }, CONTEXT)).rejects.toMatchObject(tooLarge);
    expect(await caller.call(contract, { value: 3 }, CONTEXT)).toEqual({ value: 3 });
  });

  test.each([20_000.5, Infinity])('a deadline can be any number: %p ms', async (deadlineMs) => {
    const contract = newCall();
    await open().serve(contract, ({ value }) => Promise.resolve({ value }));
    expect(await open().call(contract, { value: 1 }, CONTEXT, { deadlineMs })).toEqual({ value: 1 });
  });

  test('a handler cannot change the caller’s request', async () => {
    const contract = newCall();
    await open().serve(contract, (request) => {
      request.value = 99;
      return Promise.resolve({ value: 1 });
    });
    const request = { value: 1 };
    await open().call(contract, request, CONTEXT);
    expect(request).toEqual({ value: 1 });
  });
}
