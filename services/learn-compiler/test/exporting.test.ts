import { beforeAll, expect, test } from '@jest/globals';
import { readEventsOfUser, readExportLines, type ExportCursor } from '@strata/contracts/calls/exports';
import { queueLearning, readLearnJob } from '@strata/contracts/calls/learn';
import type { ExportLine } from '@strata/contracts/schemas/export';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { tenant } from './learn-fixture.ts';
import { lifecycleFixture } from './lifecycle-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

/** More than one page of memories. */
const SAID = 230;
/** Events of a page of the event store. */
const PAGE = 100;
const DAY_MS = 86_400_000;

describeOnDatabase('An export', (backend) => {
  const fixture = lifecycleFixture(backend);
  const { bus, neighbours, learn, memories, artifacts, message, rows } = fixture;
  beforeAll(async () => {
    await neighbours.serveErasures(bus);
    fixture.setClock(new Date().toISOString());
    await bus.serve(readEventsOfUser, ({ userId, afterSeq }) => {
      const seqs = Array.from({ length: SAID }, (_, seq) => seq).filter((seq) => seq > afterSeq);
      const events = seqs.slice(0, PAGE).map((seq) => ({
        ...{
          id: `evt_${String(seq)}`,
          type: 'message' as const,
          sessionId: 's',
          agentId: null,
          namespaceId: null,
          userId,
        },
        ...{ tags: [], payload: { seq }, metadata: {}, idempotencyKey: null, secretsReplaced: 0, writer: null },
        ...{ occurredAt: '2026-05-08T10:00:00.000Z', receivedAt: '2026-05-08T10:00:00.000Z', learnedAt: null },
      }));
      return Promise.resolve({ events, lastSeq: seqs.length > PAGE ? (seqs[PAGE - 1] ?? null) : null });
    });
  });

  const read = (context: RequestContext, jobId: string, cursor: ExportCursor | null = null) =>
    bus.call(readExportLines, { jobId, cursor }, context);
  async function queue(context: RequestContext, more: object): Promise<string> {
    const job = { jobId: newId('xpt'), request: { userId: 'ada' }, requestedAt: new Date().toISOString(), ...more };
    const { jobId } = job;
    await bus.send(queueLearning, job, context);
    await eventually(async () => {
      const { status } = await bus.call(readLearnJob, { jobId }, context);
      return ['completed', 'failed'].includes(status);
    });
    return jobId;
  }
  const newExport = (context: RequestContext): Promise<string> => queue(context, { isExport: true });
  const erase = (context: RequestContext, requestedAt = new Date().toISOString()): Promise<string> =>
    queue(context, { jobId: newId('ers'), request: {}, erasure: { userId: 'ada' }, requestedAt });

  async function linesOf(context: RequestContext, jobId: string): Promise<ExportLine[]> {
    const lines: ExportLine[] = [];
    for (let cursor: ExportCursor | null = null; ;) {
      const page: Awaited<ReturnType<typeof read>> = await read(context, jobId, cursor);
      lines.push(...page.lines.map((line) => JSON.parse(line) as ExportLine));
      if (page.cursor === null) return lines;
      ({ cursor } = page);
    }
  }

  test('gives each event, memory and artifact of the end user once, as it was when the export was ready', async () => {
    const context = tenant();
    const ofAda = [
      ...Array.from({ length: SAID }, (_, n) =>
        message(`I own the house number ${String(n)} by the harbour.`, n, { userId: 'ada' }),
      ),
      ...supportEvents('support', 0, 12).map((event) => ({ ...event, userId: 'ada' })),
    ];
    const ofOthers = [message('I own the lighthouse.', 0, { userId: 'bo' }), message('The pier is closed.', 0)];
    await learn(context, [...ofAda, ...ofOthers]);
    const jobId = await newExport(context);
    const known = (await rows("select id from memories where user_id = 'ada' order by seq", context)) as {
      id: string;
    }[];
    const compiled = await artifacts(context, { userId: 'ada', includeInactive: 'true' });
    expect([known.length > SAID, compiled.length > 0]).toEqual([true, true]);
    await learn(context, [message('I own a boat.', 0, { userId: 'ada' })]);
    const lines = await linesOf(context, jobId);
    expect(lines[0]).toMatchObject({ type: 'export', id: jobId, userId: 'ada' });
    const ids = (type: 'event' | 'memory' | 'artifact') =>
      lines
        .flatMap((line) => ('type' in line && line.type === type ? [(line as never)[type] as { id: string }] : []))
        .map(({ id }) => id);
    expect(ids('event')).toEqual(Array.from({ length: SAID }, (_, seq) => `evt_${String(seq)}`));
    expect(ids('memory')).toEqual(known.map(({ id }) => id));
    expect(ids('artifact')).toEqual(compiled.map(({ id }) => id).sort());
    expect((await memories(context, { userId: 'ada' })).map(({ content }) => content).join()).toContain('boat');
    expect(JSON.stringify(lines)).not.toMatch(/boat|lighthouse|pier/);
  });

  test('is found in its own tenant scope only, and a failed one is no export', async () => {
    const [context, other] = [tenant(), tenant()];
    const jobId = await newExport(context);
    await expect(read(other, jobId)).rejects.toMatchObject({ code: 'not_found' });
    const failed = await queue(context, { isExport: true, failure: { code: 'internal_error', message: 'Not queued' } });
    await expect(read(context, failed)).rejects.toMatchObject({ code: 'conflict' });
    const learned = await queue(context, { jobId: newId('lrn') });
    await expect(read(context, learned)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is gone a day after it was ready', async () => {
    const context = tenant();
    const jobId = await newExport(context);
    fixture.setClock(new Date(Date.now() + DAY_MS - 60_000).toISOString());
    expect((await read(context, jobId)).lines).toHaveLength(1);
    fixture.setClock(new Date(Date.now() + DAY_MS + 60_000).toISOString());
    await expect(read(context, jobId)).rejects.toMatchObject({ code: 'gone' });
    fixture.setClock(new Date().toISOString());
  });

  test('that is requested while its end user is erased gives what is left', async () => {
    const context = tenant();
    await learn(context, [message('I own the lighthouse.', 0, { userId: 'ada' })]);
    neighbours.eraseFailures = 2;
    const earlier = new Date(Date.now() - 1_000).toISOString();
    const [, jobId] = await Promise.all([erase(context, earlier), newExport(context)]);
    expect(await linesOf(context, jobId)).not.toContainEqual(expect.objectContaining({ type: 'memory' }));
  });

  test('ends as soon as the end user is erased, and keeps no id', async () => {
    const context = tenant();
    const jobId = await newExport(context);
    const { cursor } = await read(context, jobId);
    await erase(context);
    for (const at of [cursor, null]) await expect(read(context, jobId, at)).rejects.toMatchObject({ code: 'gone' });
    expect(await rows("select id from jobs where request ->> 'userId' = 'ada'", context)).toEqual([]);
    // What is captured later under the same id can be exported again.
    expect((await read(context, await newExport(context))).lines).toHaveLength(1);
  });
});
