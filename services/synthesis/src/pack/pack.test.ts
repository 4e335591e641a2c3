import { describe, expect, it } from '@jest/globals';
import { countTokens } from '../text/count-tokens.ts';
import type { Lane } from '@strata/contracts/schemas/synthesis';
import { pack } from './pack.ts';
import type { PackItem } from './pack-item.ts';
import { renderMemory } from './render-memory.ts';
import { sectionTokens } from './section-tokens.ts';

const MAY_8 = Date.UTC(2023, 4, 8, 13, 56);

function memory(id: string, text: string, more: Partial<PackItem> = {}): PackItem {
  const speaker = more.speaker ?? null;
  return {
    id,
    kind: 'memory',
    lane: 'evidence',
    text,
    tokens: sectionTokens(renderMemory({ text, speaker }, null)),
    speaker,
    sessionId: null,
    position: null,
    part: 0,
    asks: false,
    occurredAt: MAY_8,
    confidence: 0.9,
    score: 1,
    isRelevant: true,
    ...more,
  };
}

const artifact = (id: string, text: string, score: number, lane: Lane = 'guide'): PackItem =>
  memory(id, text, { kind: 'artifact', tokens: sectionTokens(text), score, lane });
const ids = (packed: ReturnType<typeof pack>): string[] => packed.sections.map(({ item }) => item.id);
const contents = (packed: ReturnType<typeof pack>): string[] => packed.sections.map(({ content }) => content);

describe('A context pack', () => {
  describe('what a speaker says in other sessions with other numbers', () => {
    const claim = (n: number, speaker = 'Ida') =>
      memory(`${speaker}${String(n)}`, `Policy update ${String(n)}: from today all fees are waived`, {
        speaker,
        sessionId: `s${String(n)}`,
      });
    const claims = (count: number) => Array.from({ length: count }, (_, n) => claim(n + 1));

    it('is shown once and counted if it is said more than seven times', () => {
      const [first, ...others] = claims(8);
      if (first === undefined) throw new Error('There are eight claims');
      expect(contents(pack([first, claim(33, 'Noor'), ...others], 500))).toEqual([
        '[8 May 2023] Ida: Policy update 1: from today all fees are waived (and 7 more like it)',
        '[8 May 2023] Noor: Policy update 33: from today all fees are waived',
      ]);
    });

    it('is shown each time if it is said less often: readings and requests differ in their numbers', () => {
      expect(pack(claims(7), 500).sections).toHaveLength(7);
    });
  });

  it('leaves out a policy that the steps of a procedure state', () => {
    const steps = artifact(
      'steps',
      'How to: Send it\nsend needs state=open: see get (held in 3 of 3 calls)\n1. send()',
      2,
    );
    const policy = (id: string, what: string) =>
      artifact(id, `Known: ${what}\nUse send only if so\n   Evidence: It held in 3 of 3 calls.`, 1);
    const packed = pack([steps, policy('same', 'send needs state=open'), policy('other', 'send needs kind=new')], 500);
    expect(ids(packed)).toEqual(['steps', 'other']);
    expect(packed.excluded).toEqual([{ id: 'same', kind: 'artifact', reason: 'near_duplicate' }]);
  });

  it('shows texts of one session that differ in a number, and findings that do', () => {
    const items = [1, 2].flatMap((n) => [
      memory(`r${String(n)}`, `The lap number ${String(n)} took me four minutes`, { speaker: 'Ida', sessionId: 's' }),
      memory(`f${String(n)}`, `The sensor number ${String(n)} of the hall is warm`, { sessionId: `s${String(n)}` }),
    ]);
    expect(pack(items, 500).sections).toHaveLength(4);
  });

  it('shows the same error once, however long it took to come, and errors with other codes apart', () => {
    const failed = (id: string, ending: string) =>
      memory(id, `charge (card) failed: no answer after ${ending}`, { sessionId: id });
    const errors = [
      failed('a', '812 ms'),
      failed('b', '1.2s'),
      failed('c', '934 ms'),
      failed('d', '3 tries, code 504'),
    ];
    expect(contents(pack(errors, 500)).map((content) => content.replace('[8 May 2023] ', ''))).toEqual([
      'charge (card) failed: no answer after 812 ms (and 2 more like it)',
      'charge (card) failed: no answer after 3 tries, code 504',
    ]);
  });

  it('is of runs that ended differently if what repeats it is', () => {
    const failed = (id: string, outcome: 'success' | 'failure', ms: number) =>
      memory(id, `charge (card) failed: no answer after ${String(ms)} ms`, { sessionId: id, outcome });
    const outcomesOf = (...items: PackItem[]) => pack(items, 500).sections.map(({ item }) => item.outcome);
    expect(outcomesOf(failed('a', 'success', 812), failed('b', 'failure', 934))).toEqual(['mixed']);
    expect(outcomesOf(failed('a', 'failure', 812), failed('b', 'failure', 934))).toEqual(['failure']);
  });

  it('says how often a memory was said, and by how many', () => {
    const packed = pack(
      [
        memory('a', 'The door sticks.', { speaker: 'Ida', times: 4, voices: 3 }),
        memory('b', 'It opens.', { times: 2 }),
        memory('c', 'It rained.', { times: 5 }),
      ],
      200,
    );
    expect(contents(packed).map((content) => content.replace('[8 May 2023] ', ''))).toEqual([
      'Ida: The door sticks. (said 4 times by 3 people)',
      'It opens.',
      'It rained. (from 5 events)',
    ]);
  });

  it('shows turns close to each other together under one date, an answer after its question', () => {
    const said = (id: string, position: number, speaker: string, text: string): PackItem =>
      memory(id, text, { sessionId: 's', position, speaker, asks: text.endsWith('?') });
    const packed = pack(
      [said('b', 4, 'Noor', 'The oboe.'), memory('x', 'Elsewhere.'), said('a', 3, 'Ida', 'Which one?')],
      200,
    );
    expect(contents(packed)).toEqual(['[8 May 2023] Ida: Which one?', 'Noor: The oboe.', '[8 May 2023] Elsewhere.']);
  });

  it('begins such turns with the best one, then shows what was said after and before it', () => {
    const said = (position: number, more: Partial<PackItem> = {}): PackItem =>
      memory(`m${String(position)}`, `This is number ${String(position)}`, { sessionId: 's', position, ...more });
    expect(ids(pack([said(4), said(5), said(3), said(2)], 200))).toEqual(['m4', 'm5', 'm2', 'm3']);
    expect(ids(pack([said(4, { part: 1 }), said(3), said(2)], 200))).toEqual(['m3', 'm4', 'm2']);
  });

  it('shows a date of its own for turns far apart, of another session or of another day', () => {
    const said = (id: string, more: Partial<PackItem>): PackItem =>
      memory(id, `It is ${id}`, { sessionId: 's', position: 4, ...more });
    const next = { occurredAt: MAY_8 + 86_400_000 };
    const items = [
      said('a', {}),
      said('b', { position: 9 }),
      said('c', { position: 5, sessionId: 't' }),
      said('d', { position: 3, ...next }),
    ];
    expect(contents(pack(items, 200)).filter((content) => content.startsWith('['))).toHaveLength(4);
  });

  it('has the exact number of tokens, never more than the budget', () => {
    const items = Array.from({ length: 200 }, (_, i) =>
      memory(`m${String(i)}`, `Note ${String(i)}: ${'words and 漢字, '.repeat(i % 17)}/path\n`, {
        sessionId: `s${String(i % 7)}`,
        position: i,
      }),
    );
    for (const budget of [1, 10, 57, 500, 4_000]) {
      const packed = pack(items, budget);
      expect(packed.totalTokens).toBe(countTokens(contents(packed).join('\n')));
      expect(packed.totalTokens).toBeLessThanOrEqual(budget);
    }
  });

  it('skips items that do not fit, and reports them', () => {
    const packed = pack([memory('long', 'word '.repeat(100)), memory('short', 'word')], 20);
    expect(ids(packed)).toEqual(['short']);
    expect(packed.excluded).toEqual([{ id: 'long', kind: 'memory', reason: 'over_budget' }]);
  });

  it('leaves out near duplicates, and reports them', () => {
    const text = 'The staging database is restored every night from the backup of production';
    const packed = pack([memory('a', text), memory('b', `${text}.`)], 200);
    expect(ids(packed)).toEqual(['a']);
    expect(packed.excluded).toEqual([{ id: 'b', kind: 'memory', reason: 'near_duplicate' }]);
  });

  it('leaves out what is not relevant though it would fit, and reports it', () => {
    const packed = pack([memory('a', 'Cancel an order'), memory('b', 'Sing a song', { isRelevant: false })], 200);
    expect(ids(packed)).toEqual(['a']);
    expect(packed.excluded).toEqual([{ id: 'b', kind: 'memory', reason: 'low_relevance' }]);
  });

  it('shows instructions first, then guides, fixes and evidence', () => {
    const packed = pack(
      [
        memory('said', 'first'),
        artifact('fix', 'Try this', 1, 'fix'),
        artifact('guide', 'Do that', 1),
        memory('wish', 'In short words', { lane: 'instruction' }),
      ],
      200,
    );
    expect(ids(packed)).toEqual(['wish', 'guide', 'fix', 'said']);
  });

  it('leaves most of the budget to the evidence if there is enough of it', () => {
    const said = Array.from({ length: 100 }, (_, i) => memory(`m${String(i)}`, `Word ${String(i)} was said once`));
    const guides = Array.from({ length: 50 }, (_, i) => artifact(`a${String(i)}`, `Step ${String(i)} of the guide`, 1));
    const used = (kind: PackItem['kind'], items: PackItem[]): number =>
      pack(items, 400)
        .sections.filter(({ item }) => item.kind === kind)
        .reduce((sum, { content }) => sum + countTokens(content), 0);
    expect(used('artifact', [...said, ...guides])).toBeLessThan(250);
    expect(used('memory', [...said, ...guides])).toBeGreaterThan(100);
    expect(used('artifact', guides)).toBeGreaterThan(250);
  });

  it('gives a long fix most of a small budget', () => {
    const long = artifact('fix', `When it fails\n${'Try this command\n'.repeat(50)}`, 1, 'fix');
    const said = Array.from({ length: 50 }, (_, i) => memory(`m${String(i)}`, `Word ${String(i)} was said once`));
    expect(ids(pack([...said, long], 300))[0]).toBe('fix');
  });

  it('shows an artifact that does not fit without explanations, and never its headline only', () => {
    const guide = artifact('a', `How to\n1. Look up\n   ${'why '.repeat(90)}\n2. Refund\n   ${'why '.repeat(9)}`, 1);
    expect(contents(pack([guide], 400))).toEqual([guide.text]);
    expect(contents(pack([guide], 60))).toEqual(['How to\n1. Look up\n2. Refund']);
    expect(contents(pack([guide], 6))).toEqual([]);
    const figures = artifact('b', 'Known: it often fails\n   Evidence: in 9 of 10 runs', 1);
    expect(contents(pack([figures], 12))).toEqual([]);
  });

  it('is empty if nothing is ranked', () => {
    expect(pack([], 100)).toEqual({ sections: [], totalTokens: 0, excluded: [] });
  });
});
