import { describe, expect, it } from '@jest/globals';
import { readLearnUsage } from '@strata/contracts/calls/learn';
import { readSynthesisUsage } from '@strata/contracts/calls/synthesis';
import { systemContext } from '@strata/kernel/actor';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { boundCalls, MOST_CALLS } from './bound-calls.ts';

const CONTEXT = systemContext({ tenantId: 'ten_1', environment: 'live' }, 'req_1');

describe('Calls to a service that hangs', () => {
  it('are refused at once beyond a bound, do not affect other services, and are free again when they end', async () => {
    const bus = createInProcessBus();
    let respond: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await bus.serve(
      readSynthesisUsage,
      async () => {
        await hanging;
        return { syntheses: 4 };
      },
      { prefetch: 1_000 },
    );
    await bus.serve(readLearnUsage, async () => ({ memories: 5, artifacts: 2, compilations: 1 }));
    const shed: string[] = [];
    const { call } = boundCalls(bus, (service) => shed.push(service));
    const read = () => call(readSynthesisUsage, { day: '2026-03-04' }, CONTEXT);

    const waiting = Array.from({ length: MOST_CALLS }, read);
    await expect(read()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Synthesis is overloaded, try again in 1 second',
    });
    expect(await call(readLearnUsage, { day: '2026-03-04' }, CONTEXT)).toMatchObject({ memories: 5 });
    expect(shed).toEqual(['synthesis']);
    respond();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ syntheses: 4 })));
    expect(await read()).toEqual({ syntheses: 4 });
    await bus.close();
  });
});
