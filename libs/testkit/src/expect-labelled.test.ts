import { describe, expect, it } from '@jest/globals';
import { expectLabelled } from './expect-labelled.ts';

describe('A labelled expectation', () => {
  it('passes where a plain one passes', async () => {
    expectLabelled('sum', 2).toBe(2);
    expectLabelled('sum', 2).not.toBe(3);
    await expectLabelled('later', Promise.resolve(2)).resolves.toBe(2);
    await expectLabelled('failing', Promise.reject(new Error('no'))).rejects.toThrow('no');
  });

  it('fails with the label before the comparison', () => {
    const failure = /^viewer: .*Expected: .*403.*Received: .*200/s;
    expect(() => expectLabelled('viewer', 200).toBe(403)).toThrow(failure);
    expect(() => expectLabelled(7, [1]).not.toEqual([1])).toThrow(/^7: /);
  });

  it('fails with the label when a promise disappoints', async () => {
    await expect(expectLabelled('later', Promise.resolve(1)).resolves.toBe(2)).rejects.toThrow(/^later: /);
    await expect(expectLabelled('later', Promise.resolve(1)).rejects.toThrow()).rejects.toThrow(/^later: /);
  });

  it.each(['sync', 'async'])('shows the line of the test (%s)', async (kind) => {
    const failure = await (async () => {
      if (kind === 'sync') expectLabelled('viewer', 200).toBe(403);
      await expectLabelled('viewer', Promise.resolve(200)).resolves.toBe(403);
    })().catch((error: unknown) => error as Error);
    expect(failure?.stack).toMatch(/^viewer: /);
    expect(failure?.stack?.split('\n').find((line) => /^ +at (?!.*node_modules)/.test(line))).toContain(
      'expect-labelled.test.ts',
    );
  });
});
