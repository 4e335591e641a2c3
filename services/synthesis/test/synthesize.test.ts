import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { countTokens } from '../src/text/count-tokens.ts';
import { filterRules } from './filter-rules.ts';
import { instructionRules } from './instruction-rules.ts';
import { sessionRules } from './session-rules.ts';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const sources = ({ sections }: ContextPack): string[] => sections.map(({ source }) => source);
const textOf = ({ sections }: ContextPack): string => sections.map(({ content }) => content).join('\n');

describeOnDatabase('A context pack', (backend) => {
  let fixture: SynthesisFixture;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend);
  });
  afterAll(() => fixture.close());

  it('contains a memory that shares words with the query, with its day and speaker', async () => {
    const scope = tenant('found');
    const wanted = memory('The deployment failed because the certificate had expired', { speaker: 'Ada' });
    await fixture.index(scope, [wanted, memory('We had soup for lunch')]);
    const pack = await fixture.synthesize(scope, { query: 'Why did the deployments fail?' });
    expect(pack).toEqual({
      packId: expect.stringMatching(/^pck_[0-9a-f]{32}$/),
      sections: [
        {
          type: 'memory',
          content: '[1 March 2024] Ada: The deployment failed because the certificate had expired',
          source: wanted.id,
          confidence: 0.9,
          at: '2024-03-01T10:00:00.000Z',
          agentId: null,
          outcome: null,
        },
      ],
      totalTokens: countTokens(textOf(pack)),
      query: 'Why did the deployments fail?',
      contextPack: { entries: 1, estimatedTokens: pack.totalTokens, maxTokens: 4000 },
    });
  });

  it('contains artifacts as readable text', async () => {
    const scope = tenant('artifact');
    const wanted = artifact('Cancel a reservation');
    await fixture.index(scope, [wanted]);
    const [section] = (await fixture.synthesize(scope, { query: 'cancel reservation' })).sections;
    expect(section).toMatchObject({ type: 'artifact', source: wanted.id });
    expect(section?.content).toContain('How to: Cancel a reservation');
    expect(section?.content).toContain('look_up(<id>)');
  });

  it('names what the filters of the request leave out, if requested', async () => {
    const scope = tenant('filtered');
    const [mine, other, drill] = [
      memory('A lamp burns', { agentId: 'mine' }),
      memory('Another lamp burns', { agentId: 'other' }),
      artifact('Light a lamp', { agentId: 'mine' }),
    ];
    await fixture.index(scope, [mine, other, drill, memory('A bell rings', { agentId: 'other' })]);
    const request = { query: 'lamp', agentId: 'mine', includeArtifacts: false, explain: true };
    const { sections, excluded = [] } = await fixture.synthesize(scope, request);
    expect(sections.map(({ source }) => source)).toEqual([mine.id]);
    const shares = Object.values(sections[0]?.score?.shares ?? {});
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(excluded.map(({ source, reason }) => `${reason} ${source}`).sort()).toEqual(
      [`filtered ${drill.id}`, `filtered ${other.id}`].sort(),
    );
  });

  it('is also a text for a prompt, if requested', async () => {
    const scope = tenant('text');
    await fixture.index(scope, [memory('The kettle is in the galley'), artifact('Descale the kettle')]);
    const ask = (format?: 'text' | 'both') => fixture.synthesize(scope, { query: 'kettle', maxTokens: 200, format });
    const [sections, text, both] = [await ask(), await ask('text'), await ask('both')];
    expect(sections.text).toBeUndefined();
    expect(text).toMatchObject({ text: both.text, sections: [], contextPack: { entries: 2 } });
    expect(sources(both).sort()).toEqual(sources(sections).sort());
    for (const { text: shown = '', totalTokens } of [text, both]) expect(totalTokens).toBe(countTokens(shown));
    expect(both.text).toMatch(
      /^<recalled-memory>\n[^]*How to: Descale the kettle[^]*in the galley\n<\/recalled-memory>$/,
    );
    expect(await fixture.synthesize(scope, { query: 'quasar', format: 'text' })).toMatchObject({
      text: '',
      totalTokens: 0,
    });
    expect(await fixture.feedback(scope, { packId: text.packId, outcome: 'success' })).toMatchObject({
      status: 'recorded',
    });
  });

  it('finds rules and procedures by the requests behind them, though they share no word with the query', async () => {
    const scope = tenant('goals');
    const said = { speaker: 'user', sessionId: 'one' };
    const request = memory('The kettle is broken, I want my money back', said);
    const guide = artifact('Refund', { sourceMemories: [request.id] });
    await fixture.index(scope, [request, guide, artifact('Exchange'), memory('It rains in Lisbon')]);
    const query = 'My toaster is broken and I want money';
    expect(sources(await fixture.synthesize(scope, { query }))).toEqual([guide.id, request.id]);
    expect(sources(await fixture.synthesize(scope, { query, includeMemories: false }))).toEqual([guide.id]);
    expect(sources(await fixture.synthesize(scope, { query: 'Does it rain in Rome?' }))).not.toContain(guide.id);
  });

  it('finds them by all that was said in a session, and not by its first request alone', async () => {
    const scope = tenant('sessions');
    const request = memory('I have a question about my toaster', { speaker: 'user', sessionId: 'refund', position: 0 });
    const matter = memory('It is broken, I want my money', { speaker: 'user', sessionId: 'refund', position: 2 });
    const other = memory('I ask which bread is for my toaster', { speaker: 'user', sessionId: 'bread', position: 0 });
    const refund = artifact('Refund', { sourceMemories: [request.id] });
    const bread = artifact('Bread', { sourceMemories: [other.id] });
    await fixture.index(scope, [request, matter, other, refund, bread, memory('It rains in Lisbon')]);
    const query = 'My toaster is broken and I want money';
    expect(sources(await fixture.synthesize(scope, { query, includeMemories: false }))).toEqual([refund.id]);
  });

  it('contains the newest entries, memories and artifacts in turns, if the query has no usable word', async () => {
    const scope = tenant('recent');
    const at = (day: number) => `2024-05-0${String(day)}T00:00:00.000Z`;
    const memories = [3, 1, 2].map((day) => memory(`Day ${String(day)} went by`, { validFrom: at(day) }));
    const artifacts = [5, 4].map((day) => artifact(`Drill of day ${String(day)}`, { compiledAt: at(day) }));
    await fixture.index(scope, [...memories, ...artifacts]);
    const newestFirst = [memories[0], artifacts[0], memories[2], artifacts[1], memories[1]].map((entry) => entry?.id);
    expect(sources(await fixture.synthesize(scope, {}))).toEqual(newestFirst);
    expect(sources(await fixture.synthesize(scope, { query: ' ' }))).toEqual(newestFirst);
    const pack = await fixture.synthesize(scope, { query: 'What was it?' });
    expect(sources(pack)).toEqual(newestFirst);
    expect(pack.query).toBe('What was it?');
    expect((await fixture.synthesize(scope, {})).query).toBe('');
  });

  it('contains the turns around a hit, in the order of the conversation', async () => {
    const scope = tenant('neighbours');
    const turns = ['Shall we visit the aquarium?', 'Yes, next weekend', 'I will bring sandwiches'];
    await fixture.index(scope, [
      ...turns.map((body, position) =>
        memory(body, { sessionId: 'chat', position, speaker: position === 1 ? 'Ben' : 'Ada' }),
      ),
      ...Array.from({ length: 20 }, (_, i) => memory(`Something else ${String(i)}`)),
    ]);
    expect(textOf(await fixture.synthesize(scope, { query: 'aquarium' }))).toBe(
      '[1 March 2024] Ada: Shall we visit the aquarium?\nBen: Yes, next weekend\nAda: I will bring sandwiches',
    );
  });

  it('contains one of several texts that say the same, and explains why the others are left out', async () => {
    const scope = tenant('duplicates');
    const bodies = [
      'The printer on floor two is out of toner again',
      'The printer on floor two is out of toner again!',
    ];
    const twins = bodies.map((body) => memory(body));
    await fixture.index(scope, twins);
    const pack = await fixture.synthesize(scope, { query: 'printer toner', explain: true });
    expect(pack.sections).toHaveLength(1);
    const left = twins.find(({ id }) => id !== pack.sections[0]?.source);
    const content = `[1 March 2024] ${bodies[twins.findIndex(({ id }) => id === left?.id)] ?? ''}`;
    expect(pack.excluded).toMatchObject([{ source: left?.id, reason: 'near_duplicate', content }]);
    expect(pack.excluded?.[0]?.score?.total).toBe(pack.excluded?.[0]?.score?.parts['total']);
    const score = pack.sections[0]?.score;
    expect(score?.total).toBeGreaterThan(0);
    expect(pack.sections[0]?.lane).toBe('evidence');
    expect(score?.parts['terms']).toBeGreaterThan(0);
  });

  it('contains neither scores nor excluded entries without explain', async () => {
    const scope = tenant('plain');
    await fixture.index(scope, [memory('A quiet pond')]);
    const pack = await fixture.synthesize(scope, { query: 'pond' });
    expect(pack).not.toHaveProperty('excluded');
    expect(pack.sections[0]).not.toHaveProperty('score');
  });

  it('never exceeds its budget', async () => {
    const scope = tenant('budget');
    const words = ['orchard', 'ladder', 'basket', 'cider', 'frost', 'blossom'];
    const said = (i: number) =>
      `${words[i % 6] ?? ''} ${words[(i * 5 + 1) % 6] ?? ''} note ${String(i)} ${'and so on '.repeat(i % 9)}`;
    const memories = Array.from({ length: 300 }, (_, i) =>
      memory(said(i), {
        sessionId: `s${String(i % 40)}`,
        position: Math.floor(i / 40),
        speaker: i % 2 === 0 ? 'Ada' : null,
      }),
    );
    await fixture.index(scope, [
      ...memories,
      ...Array.from({ length: 10 }, (_, i) => artifact(`Press cider ${String(i)}`)),
    ]);
    for (const query of ['cider from the orchard', undefined])
      for (const maxTokens of [1, 2, 7, 15, 40, 100, 333, 1_000, 4_000, 20_000, 200_000]) {
        const pack = await fixture.synthesize(scope, { query, maxTokens });
        expect(countTokens(textOf(pack))).toBe(pack.totalTokens);
        expect(pack.totalTokens).toBeLessThanOrEqual(maxTokens);
        expect(pack.contextPack).toEqual({
          entries: pack.sections.length,
          estimatedTokens: pack.totalTokens,
          maxTokens,
        });
      }
    expect((await fixture.synthesize(scope, { query: 'cider', maxTokens: 200_000 })).sections.length).toBeGreaterThan(
      100,
    );
    expect((await fixture.synthesize(scope, { query: 'cider', maxTokens: 1_000 })).totalTokens).toBeGreaterThan(900);
  });

  it('is filled from further down the ranking if many entries repeat each other', async () => {
    const scope = tenant('repeats');
    const twin = (i: number) =>
      memory('The greenhouse heater was switched on in the evening by the night watch', { revision: i + 1 });
    const others = Array.from({ length: 60 }, (_, i) =>
      memory(`Note ${String(i)} from the greenhouse about plant ${String(i)}`),
    );
    await fixture.index(scope, [...Array.from({ length: 250 }, (_, i) => twin(i)), ...others]);
    const pack = await fixture.synthesize(scope, { query: 'greenhouse heater', maxTokens: 600 });
    expect(pack.totalTokens).toBeGreaterThan(500);
  });

  it('contains the entry with a rare word, though most entries share the other word', async () => {
    const scope = tenant('common');
    const wanted = memory('The ticket about the zeppelin');
    await fixture.index(scope, [
      ...Array.from({ length: 900 }, (_, i) => memory(`The ticket ${String(i)} is closed`)),
      wanted,
    ]);
    await fixture.index(
      scope,
      Array.from({ length: 900 }, (_, i) => memory(`Another ticket ${String(i)}`)),
    );
    expect(sources(await fixture.synthesize(scope, { query: 'zeppelin ticket' }))[0]).toBe(wanted.id);
    const common = await fixture.synthesize(scope, { query: 'ticket', maxTokens: 500 });
    expect(common.totalTokens).toBeGreaterThan(400);
  });

  it('treats a query that looks like syntax as words', async () => {
    const scope = tenant('syntax');
    const wanted = memory("O'Brien's path is C:\\temp & more | !less");
    await fixture.index(scope, [wanted]);
    for (const query of ["O'Brien's", 'C:\\temp', "'; drop table entries; --", '!less & (more | ', 'temp:*'])
      expect((await fixture.synthesize(scope, { query })).sections.length).toBeLessThanOrEqual(1);
    expect(sources(await fixture.synthesize(scope, { query: "o'brien & temp" }))).toEqual([wanted.id]);
  });

  it('contains what is not learned yet, as an event, until it is learned; without it if it cannot be read', async () => {
    const scope = tenant('unlearned');
    const [lamp, bulb] = ['The lamp in the hall flickers', 'The lamp got a new bulb'].map((body) => memory(body));
    if (lamp === undefined || bulb === undefined) throw new Error('No memories');
    await fixture.index(scope, [lamp]);
    const shown = async (request: object = {}) =>
      (await fixture.synthesize(scope, { query: 'lamp bulb', ...request })).sections.map(({ type, source }) => [
        type,
        source,
      ]);
    const [learned, unlearned] = [
      ['memory', lamp.id],
      ['event', 'evt_1'],
    ];
    await fixture.setUnlearned(scope, new Map([['evt_1', bulb]]));
    expect(await shown()).toEqual([unlearned, learned]);
    expect(await shown({ query: '' })).toEqual(expect.arrayContaining([unlearned, learned]));
    expect(await shown({ includeMemories: false })).toEqual([]);
    await fixture.index(scope, [bulb]);
    expect(await shown()).toEqual([['memory', bulb.id], learned]);
    await fixture.setUnlearned(scope, null);
    expect(await shown()).toEqual([['memory', bulb.id], learned]);
  });

  filterRules(() => fixture);
  sessionRules(() => fixture);
  instructionRules(() => fixture);
});
