import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { pathOf, type ApiClient, type CallInput } from '../fixtures/api-client.ts';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { cursorOf, isPagedByCursor, referencesOf, unknownLike, withReference } from '../fixtures/references.ts';
import { canContain, SHARED_BY_ALL, paramsOf, resourcePaths } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { bearer, withoutNoise, type AccessFixture } from './access-fixture.ts';
import { callerOf, markedEvent, type ScopeFixture } from '../fixtures/scope-fixture.ts';

const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');
const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.name, operation] as const);
const isOfSomebody = ({ path }: Operation): boolean => path.includes('{') && !SHARED_BY_ALL.has(path);
const isRead = ({ method, scope }: Operation): boolean => method === 'GET' || scope === 'read';

/** Somebody who has no business with the owner's things, and the world that is their own. */
interface Stranger {
  readonly title: string;
  readonly as: ApiClient;
  readonly own: ScopeFixture;
  readonly owner: ScopeFixture;
}

/** Nobody sees or changes what is not theirs, whatever id they send. Who is an owner here is no stranger to anybody. */
export function foreignIdRules(stage: () => AccessFixture): void {
  const strangersTo = (operation: Operation): Stranger[] => {
    const { ours, oursInTest, theirs, theirsInTest } = stage();
    const theirUser = { title: 'a user of another tenant', as: theirs.tenant.user, own: theirs };
    if (operation.credential !== 'api-key') return [{ ...theirUser, owner: ours }];
    const theirKey = { title: 'a key of another tenant', as: theirs.api, own: theirs };
    const ourTestKey = { title: 'a test key', as: oursInTest.api, own: oursInTest };
    return [
      ...[theirUser, theirKey, ourTestKey].map((stranger) => ({ ...stranger, owner: ours })),
      ...[theirUser, theirKey, ourTestKey].map((stranger) => ({ ...stranger, owner: theirsInTest })),
    ];
  };
  const send = (operation: Operation, asked: CallInput, as: ApiClient): Promise<RawResponse> =>
    stage().client.send({
      method: operation.method,
      path: pathOf(operation, asked),
      ...(asked.body === undefined ? {} : { body: asked.body }),
      headers: bearer(as.credential),
    });

  const before = new Map<ScopeFixture, Map<string, string>>();
  let unlearned = '';
  beforeAll(async () => {
    const { ours, theirsInTest } = stage();
    unlearned = (await ours.api.call(captureEvent, { body: markedEvent(ours.marker, 'The cook has left') })).eventId;
    for (const world of [ours, theirsInTest]) before.set(world, await everythingOf(world));
  });

  describe.each(named(guarded.filter(isOfSomebody)))('%s', (_name, operation) => {
    test('answers for what is not the caller’s own word for word as for what never existed', async () => {
      for (const { title, as, own, owner } of strangersTo(operation))
        for (const foreign of foreignParams(operation, owner, own)) {
          const body = sampleBody(operation, own);
          const reply = await send(operation, { params: foreign.params, body }, as);
          expect([title, foreign.params, reply.status]).toEqual([title, foreign.params, 404]);
          const unknown = await send(operation, { params: foreign.unknown, body }, as);
          expect([title, withoutNoise(reply)]).toEqual([title, withoutNoise(unknown)]);
          expectNothingOf(owner, reply);
        }
    });
  });

  test.each(named(guarded.filter(isPagedByCursor)))(
    '%s shows nothing of whose cursor it is given',
    async (_name, list) => {
      for (const { as, own, owner } of strangersTo(list)) {
        const cursor = await cursorOf(owner, list);
        const reply = await send(list, { params: paramsOf(own, list.path), query: { cursor } }, as);
        expect([200, 400]).toContain(reply.status);
        expectNothingOf(owner, reply);
      }
    },
  );

  // Reads first: strangers may name things of their own after ours, and then they find those.
  describe.each(named([...OPERATIONS.filter(isRead), ...OPERATIONS.filter((operation) => !isRead(operation))]))(
    '%s',
    (_name, operation) => {
      test('shows nothing of another’s, and answers to what names it as to what names nothing', async () => {
        for (const { title, as, own, owner } of strangersTo(operation)) {
          const asked = { params: paramsOf(own, operation.path), body: sampleBody(operation, own) };
          for (const reference of referencesOf(operation)) {
            const value = reference.valueOf(owner);
            const unknown = unknownLike(value);
            const reply = await send(operation, withReference(asked, reference, value), as);
            const other = await send(operation, withReference(asked, reference, unknown), as);
            expect([title, reference.path, reply.status]).toEqual([title, reference.path, other.status]);
            expect(withoutNames(reply, value)).toEqual(withoutNames(other, unknown));
            expectNothingOf(owner, { ...reply, text: withoutValue(reply.text, value) });
          }
        }
      });
    },
  );

  test('learning from another’s events compiles none of them', async () => {
    const { ours, theirs, oursInTest } = stage();
    for (const { api } of [theirs, oursInTest])
      expect(await api.learn({ eventIds: [unlearned] })).toMatchObject({ result: { eventsProcessed: 0 } });
    expect((await ours.api.call(getEvent, { params: { id: unlearned } })).learnedAt).toBeNull();
  });

  test('nothing of the owners’ has changed by all that', async () => {
    for (const [world, then] of before) {
      const now = await everythingOf(world);
      expect([...now.keys()]).toEqual([...then.keys()]);
      expect([...now].filter(([path, text]) => then.get(path) !== text)).toEqual([]);
    }
  });

  /** What a world can read of itself, as it is now, by path. */
  async function everythingOf(world: ScopeFixture): Promise<Map<string, string>> {
    const seen = new Map<string, string>();
    const shown = guarded.filter(
      ({ name, method, path }) => method === 'GET' && canContain(world, path) && !LOGS.has(name),
    );
    for (const operation of shown)
      for (const at of resourcePaths(operation.path).length === 0 ? [0] : [0, 1]) {
        const asked = { params: paramsOf(world, operation.path, at) };
        const reply = await send(operation, asked, callerOf(world, operation));
        seen.set(pathOf(operation, asked), withoutNoise(reply).text.replaceAll(PASSING, ''));
      }
    return seen;
  }
}

/** What grows by looking, also by that of the tenant's own test key. */
const LOGS = new Set(['listAudit', 'listAccessLogs']);

/** What changes by looking. */
const PASSING = /"(lastUsedAt|requestsThisMinute)":[^,}]*/g;

interface ForeignParams {
  readonly params: Record<string, string>;
  /** The same, with ids that never were. */
  readonly unknown: Record<string, string>;
}

/** Every way to name what is another's: all of the path, or one part of it and the others the caller's own. */
function foreignParams({ path }: Operation, owner: ScopeFixture, own: ScopeFixture): ForeignParams[] {
  const innermost = resourcePaths(path).at(-1) ?? '';
  const copies = owner.resources.get(innermost)?.length ?? 0;
  return Array.from({ length: copies }, (_, at) => {
    const theirs = paramsOf(owner, path, at);
    const mine = paramsOf(own, path);
    const names = Object.keys(theirs);
    const ways = names.length === 1 ? [names] : [names, ...names.map((name) => [name])];
    return ways.map((foreign) => {
      const params = { ...mine };
      const unknown = { ...mine };
      for (const name of foreign) {
        params[name] = theirs[name] ?? '';
        unknown[name] = unknownLike(theirs[name] ?? '');
      }
      return { params, unknown };
    });
  }).flat();
}

/** Fails when an answer holds any word by which the owner's own could be told. */
function expectNothingOf(owner: ScopeFixture, { text }: RawResponse): void {
  const ids = [...owner.resources].flatMap(([path, own]) => (SHARED_BY_ALL.has(path) ? [] : own));
  const words = [owner.marker, ...owner.eventIds, ...owner.jobIds, ...ids];
  expect(words.filter((word) => text.includes(word))).toEqual([]);
}

const withoutValue = (text: string, value: string | readonly string[]): string =>
  [value].flat().reduce((rest, part) => rest.replaceAll(part, ''), text);

/** An answer without what was sent, and without ids, times and secrets, which are new in each. */
const withoutNames = (reply: RawResponse, value: string | readonly string[]) => {
  const { status, text } = withoutNoise(reply);
  const unnamed = withoutValue(text, value)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replaceAll(/[\w.-]{16,}/g, '');
  return { status, text: unnamed };
};
