import { describe, expect, it } from '@jest/globals';
import { describeReport } from './describe-report.ts';
import { Tally } from './report.ts';

const lines = (fill: (tally: Tally) => void, isDryRun = false): string => {
  const tally = new Tally('codex', isDryRun);
  fill(tally);
  return describeReport(tally.report()).join('\n');
};
const event = (occurredAt: string) => ({
  ...{ type: 'message', sessionId: 's', payload: {} },
  metadata: { occurredAt },
});

describe('A described report', () => {
  it('says what was sent, of which types and times, and which secrets were taken out', () => {
    const text = lines((tally) => {
      tally.file('read');
      tally.event(event('2026-05-02T00:00:00.000Z') as never, 3000, { isCut: true, secretKinds: ['github'] });
      tally.event(event('2026-05-01T00:00:00.000Z') as never, 3000, { isCut: false, secretKinds: [] });
      tally.stored(2);
    });
    expect(text).toContain('2 events, 5.9 KiB (message 2)');
    expect(text).toContain('2026-05-01T00:00:00.000Z to 2026-05-02T00:00:00.000Z');
    expect(text).toContain('1 replaced (github 1)');
    expect(text).toContain('cut        1 event ');
    expect(text).toMatch(/2 events sent\.$/);
  });

  it('names what was not read or not stored, and says that a dry run sent nothing', () => {
    const text = lines((tally) => {
      tally.unknown('dream');
      tally.leftOut('reasoning');
      tally.broken('a.jsonl', 7);
      tally.failed('b.jsonl', new Error('no access'));
      tally.rejected('codex/s/1', 'forbidden', 'A policy denies it');
    }, true);
    for (const part of [
      'dream 1',
      'reasoning 1',
      'a.jsonl:7',
      'b.jsonl: no access',
      'codex/s/1: forbidden, A policy denies it',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/dry run\.$/);
  });

  it('bounds the names that a hostile file can make up', () => {
    const text = lines((tally) => {
      for (let nth = 0; nth < 5000; nth += 1) tally.unknown(`${String(nth)}${'x'.repeat(500)}`);
    });
    expect(text.length).toBeLessThan(30_000);
    expect(text).toContain('others 4800');
  });
});
