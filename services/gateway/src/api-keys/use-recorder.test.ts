import { describe, expect, it } from '@jest/globals';
import { UseRecorder } from './use-recorder.ts';

const at = (second: number): Date => new Date(second * 1000);

describe('The recorder of uses', () => {
  it('writes the last use of each key once', async () => {
    const written: ReadonlyMap<string, Date>[] = [];
    const recorder = new UseRecorder((uses) => Promise.resolve(void written.push(uses)));
    recorder.record('key_a', at(1));
    recorder.record('key_a', at(2));
    recorder.record('key_b', at(1));
    await recorder.flush();
    await recorder.close();
    expect(written).toEqual([
      new Map([
        ['key_a', at(2)],
        ['key_b', at(1)],
      ]),
    ]);
  });

  it('keeps uses that could not be written, and prefers newer ones', async () => {
    const written: ReadonlyMap<string, Date>[] = [];
    let broken = true;
    const recorder = new UseRecorder((uses) => {
      if (broken) {
        recorder.record('key_a', at(3));
        return Promise.reject(new Error('down'));
      }
      return Promise.resolve(void written.push(uses));
    });
    recorder.record('key_a', at(1));
    recorder.record('key_b', at(1));
    await recorder.flush();
    broken = false;
    await recorder.close();
    expect(written).toEqual([
      new Map([
        ['key_a', at(3)],
        ['key_b', at(1)],
      ]),
    ]);
  });

  it('is closed only after the writes that are under way', async () => {
    const events: string[] = [];
    let finish: () => void = () => undefined;
    const recorder = new UseRecorder(
      () =>
        new Promise((resolve) => {
          finish = () => {
            events.push('written');
            resolve();
          };
        }),
    );
    recorder.record('key_a', at(1));
    void recorder.flush();
    const closing = recorder.close().then(() => events.push('closed'));
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    await closing;
    expect(events).toEqual(['written', 'closed']);
  });
});
