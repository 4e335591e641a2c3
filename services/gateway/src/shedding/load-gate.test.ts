import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { LoadGate } from './load-gate.ts';
import { BOUNDS, classOfOperation, type RequestClass } from './request-classes.ts';

const MIB = 1024 * 1024;

function createFixture({ isBusy = false, isDatabaseBusy = false } = {}) {
  const shed: string[] = [];
  const gate = new LoadGate({
    now: () => 0,
    isBusy: () => isBusy,
    isDatabaseBusy: () => isDatabaseBusy,
    onShed: (requestClass, part) => shed.push(`${requestClass}: ${part}`),
  });
  const fill = (requestClass: RequestClass): string => {
    for (;;) {
      const admitted = gate.enter(requestClass);
      if (typeof admitted === 'string') return admitted;
    }
  };
  return { gate, fill, shed };
}

describe('The gate for requests', () => {
  it('sheds only requests of the class that has no free slot', () => {
    const { gate, fill } = createFixture();
    fill('capture');
    const others = (Object.keys(BOUNDS) as RequestClass[]).filter((requestClass) => requestClass !== 'capture');
    expect(others.map((requestClass) => gate.enter(requestClass))).toEqual(
      others.map((requestClass) => ({ requestClass, beganAlone: 1 })),
    );
  });

  it.each([
    ['the class, if the process has time left', {}, 'synthesis', 'synthesis'],
    ['the gateway, if its process has no time left', { isBusy: true }, 'synthesis', 'gateway'],
    ['the database, if requests that need it wait for a connection', { isDatabaseBusy: true }, 'sign-in', 'database'],
    ['no database that the request does not need', { isDatabaseBusy: true }, 'vault', 'vault'],
  ] as const)('names %s', (_what, state, requestClass, part) => {
    const { fill, shed } = createFixture(state);
    expect([fill(requestClass), shed]).toEqual([part, [`${requestClass}: ${part}`]]);
  });

  it('has room for one body of any size, and for more up to a bound', () => {
    const { gate, shed } = createFixture();
    gate.takeBytes('batch', 100 * MIB);
    expect(() => gate.takeBytes('batch', 1)).toThrow("The gateway's memory for request bodies is overloaded");
    gate.giveBytes(100 * MIB);
    for (let body = 0; body < 8; body += 1) gate.takeBytes('batch', 8 * MIB);
    expect(() => gate.takeBytes('batch', 1)).toThrow('overloaded');
    expect([gate.bodyBytes, shed]).toEqual([64 * MIB, ['batch: bodies', 'batch: bodies']]);
  });

  it('gives the slot of work back when it fails, and runs nothing without a slot', async () => {
    const { gate, fill } = createFixture();
    const failing = gate.run('vault', 'revealItem', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(gate.slotsOf('vault').inProgress).toBe(0);
    fill('vault');
    await expect(gate.run('vault', 'revealItem', () => Promise.resolve(1))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The vault is overloaded, try again in 1 second',
      retryAfterSeconds: 1,
    });
  });
});

describe('The class of an operation', () => {
  it('is one with slots, for each operation of the table', () => {
    expect(OPERATIONS.filter((operation) => !(classOfOperation(operation) in BOUNDS))).toEqual([]);
  });

  it('keeps captures, batches and signing in apart from the rest', () => {
    const namesOf = (wanted: RequestClass): string[] =>
      OPERATIONS.filter((operation) => classOfOperation(operation) === wanted).map(({ name }) => name);
    expect(namesOf('capture')).toEqual(['captureEvent']);
    expect(namesOf('batch')).toEqual(['captureBatch', 'captureTraces']);
    expect(namesOf('sign-in')).toEqual(expect.arrayContaining(['registerAccount', 'logIn', 'resetPassword']));
    expect(namesOf('synthesis')).toEqual(['synthesize', 'recordFeedback']);
  });
});
