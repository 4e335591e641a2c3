import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { seeded } from '@strata/testkit/seeded-random';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { deleteMemories } from '../src/adapters/pg-retraction.ts';
import { KnownClaims } from '../src/compile/facts/known-claims.ts';
import { findReplaced, type Replacement } from '../src/compile/facts/find-replaced.ts';
import type { KnowledgeStore } from '../src/learning/knowledge-store.ts';
import { linkClaims } from '../src/learning/link-claims.ts';
import { digest, knowledgeIn, openLearnDatabase } from './knowledge-store-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

const TURNS = 240;
const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2026, 0, 1, 9);
const ALL = 10_000;
const SEEDS = [1, 2, 3];
const FEW = 0.05;

/** A word that more claims hold counts as common, and how common it is differs from page to page. */
const MOST_OF_WORD = 6;
const PLACES =
  'Aalen Bergen Calais Dover Espoo Faro Ghent Hobart Izmir Jena Kiel Lima Malaga Narvik Oslo Parma Quito Reno Siena Turin Ulm Visby Windsor York Zagreb'.split(
    ' ',
  );
const THINGS =
  'gate boiler printer garage cellar bakery dentist gym library pool attic garden oven fridge router heater scooter kayak piano violin canteen laundry ferry tram'.split(
    ' ',
  );
const FIRMS = 'Adatum Contoso Fabrikam Litware Northwind Proseware Tailspin Trey Wingtip Woodgrove'.split(' ');

/** The memory that replaced most others. */
const MOST_REPLACING = `
  select newer.id, newer.content from memories as older join memories as newer on newer.id = older.replaced_by
  group by newer.id, newer.content order by count(*) desc, newer.content limit 1`;

/** Stands for a word when all are used up. */
const NONE = '?';

type Said = Readonly<{ role: 'user' | 'assistant'; content: string }>;

/** What a person states, updates, corrects, ends and says again, and what an assistant repeats. Always the same for a seed. */
function conversation(seed: number, saysAgain: boolean): ClaimedEvent[] {
  const random = seeded(seed);
  const uses = new Map<string, number>();
  const pick = (items: readonly string[]): string => {
    const left = items.filter((item) => (uses.get(item) ?? 0) < MOST_OF_WORD);
    const item = left[Math.floor(random() * left.length)];
    if (item === undefined) return NONE;
    uses.set(item, (uses.get(item) ?? 0) + 1);
    return item;
  };
  const number = (): string => String(100 + Math.floor(random() * 900));
  const user = (content: string): Said => ({ role: 'user', content });
  const assistant = (content: string): Said => ({ role: 'assistant', content });
  const said: Said[] = [];
  const kinds: readonly (() => Said[])[] = [
    () => [user(`I live in ${pick(PLACES)} now.`)],
    () => {
      const city = pick(PLACES);
      return [user(`I live in ${city}.`), assistant(`Noted, you live in ${city}.`)];
    },
    () => [user(`My employer is ${pick(FIRMS)}.`)],
    () => [user(`${pick(FIRMS)} is my employer as of today.`)],
    () => [user(`I no longer work at ${pick(FIRMS)}.`)],
    () => [user(`The ${pick(THINGS)} has ${number()} of them.`)],
    () => [user(`The ${pick(THINGS)} now has ${number()} of them.`)],
    () => [user(`Sorry, I meant ${number()} for the ${pick(THINGS)}.`)],
    () => [user(`We have a ${pick(THINGS)} near ${pick(PLACES)}.`)],
    () => [user(`We got rid of the ${pick(THINGS)}.`)],
    () => (saysAgain ? [said[Math.floor(random() * said.length)] ?? user('Hello.')] : []),
  ];
  for (let turn = 0; turn < TURNS; turn++) {
    const next = kinds[Math.floor(random() * kinds.length)]?.() ?? [];
    if (next.every(({ content }) => saysAgain || !said.some((one) => one.content === content)))
      said.push(...next.filter(({ content }) => !content.includes(NONE)));
  }
  const [event] = supportEvents();
  if (event === undefined) throw new Error('No events');
  return said.map((payload, at) => ({
    ...event,
    id: `evt_${String(seed)}-${String(at)}`,
    seq: at + 1,
    sessionId: `talk-${String(Math.floor(at / 12))}`,
    occurredAt: new Date(FIRST + at * 7 * HOUR_MS).toISOString(),
    payload,
  }));
}

/** Each memory that ended, with its end and what replaced it, in a fixed order. */
type Ended = readonly (readonly [content: string, until: string, by: string])[];

/** Each claim names the newest one of its time; what holds now is at the end of the chain. */
function namesOf(replaced: ReadonlyMap<string, Replacement>, names: ReadonlyMap<string, string>): Ended {
  const lastOf = (id: string, seen: readonly string[] = []): string => {
    const next = replaced.get(id)?.by;
    return next === undefined || seen.includes(next) ? id : lastOf(next, [...seen, id]);
  };
  return [...replaced]
    .map(([id, { until }]) => [names.get(id) ?? '', until, names.get(lastOf(id)) ?? ''] as const)
    .sort();
}

const timesOf = (ended: Ended): unknown[] => ended.map(([content, until]) => [content, until]);

const ofSeeds = <Value>(...values: readonly Value[]): (readonly [seed: number, value: Value])[] =>
  SEEDS.flatMap((seed) => values.map((value) => [seed, value] as const));

const inJobs = (events: readonly ClaimedEvent[], size: number): ClaimedEvent[][] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, at) => events.slice(at * size, (at + 1) * size));

describeOnDatabase('Claims', (backend) => {
  let host: Closeable;
  let database: Database;
  let store: KnowledgeStore;
  const { signal } = new AbortController();
  const tenant = (): TenantScope => ({ tenantId: newId('ten'), environment: 'live' });

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      database = await openLearnDatabase(stack, backend);
      store = knowledgeIn(database);
      return stack;
    });
  });
  afterAll(() => host.close());

  const contents = async (scope: TenantScope): Promise<ReadonlyMap<string, string>> =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<{ id: string; content: string }>('select id, content from memories');
      return new Map(rows.map(({ id, content }) => [id, content]));
    });

  const stored = async (scope: TenantScope): Promise<Ended> => {
    const rows = await database.inTenant(scope, (tx) =>
      tx.query<{ id: string; until: Date; by: string }>(
        'select id, valid_to as until, replaced_by as by from memories where replaced_by is not null',
      ),
    );
    const replaced = rows.map(({ id, until, by }) => [id, { until: until.toISOString(), by }] as const);
    return namesOf(new Map(replaced), await contents(scope));
  };

  /** What one comparison of all says. */
  async function wholeOf(events: readonly ClaimedEvent[]): Promise<Ended> {
    const scope = tenant();
    await digest(store, scope, events);
    const names = await contents(scope);
    const known = new KnownClaims(ALL);
    const sources = await store.unlinkedClaims(scope, ALL, known);
    const replaced = sources.flatMap(({ claims }) => [...findReplaced(claims, known.table)]);
    return namesOf(new Map(replaced), names);
  }

  /** How memories end if the events are learned and linked in several jobs. */
  async function linked(pageClaims: number, ...jobs: readonly (readonly ClaimedEvent[])[]): Promise<Ended> {
    const scope = tenant();
    for (const events of jobs) {
      await digest(store, scope, events);
      await linkClaims(store, scope, signal, pageClaims);
    }
    return stored(scope);
  }

  test.each(ofSeeds(7, 60, ALL))(
    'are linked page by page as all at once (conversation %d, pages of %d)',
    async (seed, pageClaims) => {
      const events = conversation(seed, false);
      expect(await linked(pageClaims, events)).toEqual(await wholeOf(events));
    },
  );

  test.each(SEEDS)('are linked job by job as all at once (conversation %d)', async (seed) => {
    const events = conversation(seed, false);
    expect(await linked(7, ...inJobs(events, 20))).toEqual(await wholeOf(events));
  });

  test('end at the same times if each message has a job of its own', async () => {
    const events = conversation(1, false);
    expect(timesOf(await linked(ALL, ...inJobs(events, 1)))).toEqual(timesOf(await wholeOf(events)));
  });

  test.each(ofSeeds(7, 60))(
    'that are said again end at the same times page by page (conversation %d, pages of %d)',
    async (seed, pageClaims) => {
      const events = conversation(seed, true);
      expect(timesOf(await linked(pageClaims, events))).toEqual(timesOf(await wholeOf(events)));
    },
  );

  test.each(ofSeeds(7, 50))(
    'that arrive late end what they would have ended in order (conversation %d, pages of %d)',
    async (seed, pageClaims) => {
      const events = conversation(seed, false);
      const [late = [], early = []] = [0, 1].map((place) => events.filter((_, at) => Math.min(at % 3, 1) === place));
      const ended = await linked(pageClaims, early, late);
      const whole = await wholeOf(events);
      const ends = new Map(ended.map(([content, until]) => [content, until]));
      expect(whole.filter(([content, until]) => (ends.get(content) ?? '~') > until)).toEqual([]);
      // A claim stays ended if one that arrives late would have been the better one to end.
      expect(ended.length - whole.length).toBeLessThan(whole.length * FEW);
    },
  );

  test.each(SEEDS)('are linked as if what is deleted had never been said (conversation %d)', async (seed) => {
    const events = conversation(seed, false);
    const scope = tenant();
    await digest(store, scope, events);
    await linkClaims(store, scope, signal, 60);
    const [gone] = await database.inTenant(scope, (tx) => tx.query<{ id: string; content: string }>(MOST_REPLACING));
    if (gone === undefined) throw new Error('Nothing is replaced');
    await database.inTenant(scope, (tx) => deleteMemories(tx, scope, [gone.id]));
    await linkClaims(store, scope, signal, 60);
    const left = events.filter(({ payload }) => !gone.content.endsWith(String(payload['content'])));
    expect(left.length).toBeLessThan(events.length);
    expect(await stored(scope)).toEqual(await wholeOf(left));
  });
});
