import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  claimEvents,
  completeEvents,
  describeEvents,
  findFingerprints,
  readUncompiled,
} from '@strata/contracts/calls/ingest';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { recordStatements, type RecordedStatement } from '@strata/testkit/statement-recorder';
import { describeOnBothDatabases } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';
import { keepMonths, StandingClock } from './months-fixture.ts';

const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];
const EVENTS_A_MONTH = 60;
/** Which months the planner may know: none, one, or all. */
const ANALYZED = [[], ...MONTHS.map((month) => [month]), MONTHS];
const PLANNED_WITH = ['strata.tenant_id', 'strata.environment', 'enable_sort', 'enable_incremental_sort'];

describeOnBothDatabases('Look-ups of events', (backend) => {
  const clock = new StandingClock('2026-07-01T00:00:00.000Z');
  const context = newTenant();
  /** The ids of the events of each month. */
  const ids: string[][] = [];
  let fixture: IngestFixture;
  let session: DatabaseSession;

  beforeAll(async () => {
    fixture = await startIngestFixture(backend, undefined, {}, clock);
    session = await openSession(fixture.connection);
    for (const month of MONTHS) {
      clock.put(`${month}-10T00:00:00.000Z`);
      await keepMonths(fixture.connection, clock);
      const events = Array.from({ length: EVENTS_A_MONTH }, (_, n) =>
        newEvent(context, `${month} ${String(n)}`, { sessionId: `of ${month}` }),
      );
      await fixture.store(context, events);
      ids.push(events.map(({ id }) => id));
    }
    const claim = { jobId: 'lrn_1', scope: {}, limit: 1000, leaseSeconds: 60 };
    await fixture.bus.call(claimEvents, claim, context);
    const eventIds = ids.slice(0, -1).flat();
    await fixture.bus.call(completeEvents, { jobId: 'lrn_1', eventIds, release: true, isDone: true }, context);
  });
  afterAll(async () => {
    await session.close();
    await fixture.close();
  });

  /** The partitions that the statements of the work read or write, without those of which nothing is read. */
  async function touchedBy(work: () => Promise<unknown>): Promise<string[]> {
    const recorder = recordStatements(PLANNED_WITH);
    try {
      await work();
    } finally {
      recorder.stop();
    }
    const statements = recorder.statements.filter(({ text }) => /\bevents\b/u.test(text));
    expect(statements.length).toBeGreaterThan(0);
    const touched = new Set<string>();
    for (const statement of statements) for (const name of scannedIn(await planOf(statement))) touched.add(name);
    return [...touched].sort();
  }

  /** The lines of what is executed. */
  const planOf = (
    { text, values, role, searchPath, settings }: RecordedStatement,
    prepare: () => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> =>
    session.rolledBack(async () => {
      await prepare();
      const sql = `explain (analyze, costs off, timing off, summary off) ${text}`;
      const plan = await session.attempt({ sql, values, settings: { ...settings, role, search_path: searchPath } });
      expect(plan.error).toBeUndefined();
      return plan.rows.map(([line]) => String(line)).filter((line) => !line.includes('never executed'));
    });

  const scannedIn = (plan: readonly string[]): string[] =>
    plan.flatMap((line) => /(?:\bon|Delete on|Update on) (events_\w+)/u.exec(line)?.[1] ?? []);

  const idsOf = (at: number, count: number): string[] => (ids.at(at) ?? []).slice(0, count);
  /** Only what was stored before there were months is looked up there by its id. */
  const BEFORE = 'events_before_months';

  test('by id touch the month of the event, and what was stored before there were months', async () => {
    const [id = ''] = idsOf(1, 1);
    expect(await touchedBy(() => fixture.get(context, id))).toEqual(['events_2026_08', BEFORE]);
    const eventIds = [...idsOf(0, 3), ...idsOf(3, 3)];
    const two = ['events_2026_07', 'events_2026_10', BEFORE];
    expect(await touchedBy(() => fixture.bus.call(describeEvents, { eventIds }, context))).toEqual(two);
    expect(await touchedBy(() => fixture.bus.call(findFingerprints, { eventIds }, context))).toEqual(two);
  });

  test('by an unknown id touch no month', async () => {
    const unknown = newEvent(context, 'unknown').id;
    const find = () => fixture.bus.call(findFingerprints, { eventIds: [unknown] }, context);
    expect(await touchedBy(find)).toEqual([BEFORE]);
  });

  test('of events that are marked as compiled touch the months of these events', async () => {
    const claim = { jobId: 'lrn_2', scope: {}, limit: 1, leaseSeconds: 60 };
    await fixture.bus.call(claimEvents, claim, context);
    const eventIds = idsOf(2, 5);
    const complete = () =>
      fixture.bus.call(completeEvents, { jobId: 'lrn_2', eventIds, release: true, isDone: false }, context);
    expect(await touchedBy(complete)).toEqual(['events_2026_09', BEFORE]);
  });

  test('of uncompiled events touch no month whose events are compiled', async () => {
    const claim = { jobId: 'lrn_3', scope: {}, limit: 10, leaseSeconds: 60 };
    const months = ['events_2026_11', 'events_2026_12'];
    expect(await touchedBy(() => fixture.bus.call(claimEvents, claim, context))).toEqual(months);
    const newest = { tags: [], limit: 10, maxBytes: 10_000 };
    expect(await touchedBy(() => fixture.bus.call(readUncompiled, newest, context))).toEqual(months);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['of all events', {}],
    ['of an agent', { agentId: 'agent-1' }],
    ['of a type', { type: 'message' }],
    ['with a tag', { tag: 'billing' }],
  ])('for pages %s touch the months of the page, whichever months are analyzed', async (_title, filter) => {
    // A page is read from the month of the last event before it, up to the first event after it.
    const months = [
      ['events_2026_11', 'events_2026_12'],
      ['events_2026_10', 'events_2026_11'],
      ['events_2026_09', 'events_2026_10'],
      ['events_2026_09', 'events_2026_10'],
    ];
    const touched: object = await touchedByPages(filter, months.length);
    expect(touched).toEqual(Object.fromEntries(ANALYZED.map((analyzed) => [analyzed.join(), months])));
  });

  test('for a first page that has all that match count nothing', async () => {
    const recorder = recordStatements([]);
    try {
      const page = await fixture.list(context, { sessionId: 'of 2026-11', limit: 100 });
      expect(page.pagination).toMatchObject({ hasMore: false, total: EVENTS_A_MONTH });
    } finally {
      recorder.stop();
    }
    expect(recorder.statements.filter(({ text }) => text.includes('count('))).toEqual([]);
  });

  /** For each choice of analyzed months, what each page touches, without the count of all events that match. */
  async function touchedByPages(
    filter: Readonly<Record<string, unknown>>,
    count: number,
  ): Promise<Record<string, string[][]>> {
    const touched: Record<string, string[][]> = {};
    let cursor: string | null = null;
    for (let page = 0; page < count; page += 1) {
      const query: Readonly<Record<string, unknown>> = { limit: 40, ...filter, ...(cursor === null ? {} : { cursor }) };
      const recorder = recordStatements(PLANNED_WITH);
      try {
        cursor = (await fixture.list(context, query)).pagination.cursor;
      } finally {
        recorder.stop();
      }
      const statements = recorder.statements.filter(({ text }) => text.includes('order by events.seq desc'));
      for (const analyzed of ANALYZED) {
        const ofPage = new Set<string>();
        for (const statement of statements) {
          const plan = await planOf(statement, () => analyzeOnly(analyzed));
          // Each would read a whole month.
          expect(plan.join('\n')).not.toMatch(/Sort|Seq Scan|Bitmap/u);
          for (const name of scannedIn(plan)) ofPage.add(name);
        }
        (touched[analyzed.join()] ??= []).push([...ofPage].sort());
      }
    }
    return touched;
  }

  /** Until the end of the transaction, the planner knows these months alone. */
  async function analyzeOnly(months: readonly string[]): Promise<void> {
    const partitions = `(select inhrelid from pg_inherits where inhparent = 'ingest.events'::regclass)`;
    // Keeps autovacuum out.
    await session.query('lock table ingest.events in share update exclusive mode');
    await session.query(`delete from pg_statistic where starelid in ${partitions}`);
    await session.query(`update pg_class set reltuples = -1, relpages = 0 where oid in ${partitions}`);
    for (const month of months) await session.query(`analyze ingest.events_${month.replace('-', '_')}`);
  }
});
