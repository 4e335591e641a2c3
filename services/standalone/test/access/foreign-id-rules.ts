import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { pathOf, type ApiClient, type CallInput } from '../fixtures/api-client.ts';
import { bearer, withoutNoise, type RawResponse } from '../fixtures/raw-client.ts';
import { cursorOf, isPagedByCursor, referencesOf, unknownLike, withReference } from '../fixtures/references.ts';
import { canContain, paramsOf, resourcePaths, SHARED_BY_ALL } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { callerOf, markedEvent, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import { byName, type SelectOperations } from '../fixtures/select-operations.ts';
import type { AccessFixture } from './access-fixture.ts';

const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');
const namesResources = ({ path }: Operation): boolean => path.includes('{') && !SHARED_BY_ALL.has(path);
const isRead = ({ method, scope }: Operation): boolean => method === 'GET' || scope === 'read';

/** A caller without rights in the owner's tenant scope, and the caller's own tenant scope. */
interface Stranger {
  readonly title: string;
  readonly caller: ApiClient;
  readonly own: ScopeFixture;
  readonly owner: ScopeFixture;
}

/** A caller reads and changes only its own data, even if it sends foreign ids. */
export function foreignIdRules(fixture: () => AccessFixture, select: SelectOperations): void {
  const strangersTo = (operation: Operation): Stranger[] => {
    const { ours, oursInTest, theirs, theirsInTest } = fixture();
    const theirUser = { title: 'a user of another tenant', caller: theirs.tenant.user, own: theirs };
    if (operation.credential !== 'api-key') return [{ ...theirUser, owner: ours }];
    const theirKey = { title: 'a key of another tenant', caller: theirs.api, own: theirs };
    const ourTestKey = { title: 'a test key', caller: oursInTest.api, own: oursInTest };
    return [
      ...[theirUser, theirKey, ourTestKey].map((stranger) => ({ ...stranger, owner: ours })),
      ...[theirUser, theirKey, ourTestKey].map((stranger) => ({ ...stranger, owner: theirsInTest })),
    ];
  };
  const send = (operation: Operation, input: CallInput, caller: ApiClient): Promise<RawResponse> =>
    fixture().client.send({
      method: operation.method,
      path: pathOf(operation, input),
      ...(input.body === undefined ? {} : { body: input.body }),
      headers: bearer(caller.credential),
    });

  const before = new Map<ScopeFixture, Map<string, string>>();
  let unlearned = '';
  beforeAll(async () => {
    const { ours, theirsInTest } = fixture();
    unlearned = (await ours.api.call(captureEvent, { body: markedEvent(ours.marker, 'The cook has left') })).eventId;
    for (const scope of [ours, theirsInTest]) before.set(scope, await everythingOf(scope));
  });

  describe.each(byName(select(guarded.filter(namesResources))))('%s', (_name, operation) => {
    test('responds to a foreign id exactly as to an unknown one', async () => {
      for (const { title, caller, own, owner } of strangersTo(operation))
        for (const { foreign, unknown } of foreignParams(operation, owner, own)) {
          const body = sampleBody(operation, own);
          const response = await send(operation, { params: foreign, body }, caller);
          const label = `${title}, ${JSON.stringify(foreign)}`;
          expectLabelled(label, response.status).toBe(404);
          const toUnknown = await send(operation, { params: unknown, body }, caller);
          expectLabelled(label, withoutNoise(response)).toEqual(withoutNoise(toUnknown));
          expectNothingOf(owner, response);
        }
    });
  });

  test.each(byName(select(guarded.filter(isPagedByCursor))))(
    '%s returns nothing of the list that a foreign cursor comes from',
    async (_name, list) => {
      for (const { title, caller, own, owner } of strangersTo(list)) {
        const cursor = await cursorOf(owner, list);
        const response = await send(list, { params: paramsOf(own, list.path), query: { cursor } }, caller);
        expectLabelled(title, response.status).toBe(200);
        expectNothingOf(owner, { text: response.text.replaceAll(NAMED_BY_THE_STRANGER, '') });
      }
    },
  );

  // Reads first: a write may give the stranger's data a name from the owner's data, and reads would then find it.
  describe.each(byName(select([...OPERATIONS].sort((a, b) => Number(isRead(b)) - Number(isRead(a))))))(
    '%s',
    (_name, operation) => {
      test('responds to a reference to foreign data exactly as to an unknown one', async () => {
        for (const { title, caller, own, owner } of strangersTo(operation)) {
          const input = { params: paramsOf(own, operation.path), body: sampleBody(operation, own) };
          for (const reference of referencesOf(operation)) {
            const value = reference.valueOf(owner);
            const unknown = unknownLike(value);
            const response = await send(operation, withReference(input, reference, value), caller);
            const toUnknown = await send(operation, withReference(input, reference, unknown), caller);
            const label = `${title}, ${reference.path.join('.')}`;
            expectLabelled(label, response.status).toBeLessThan(500);
            expectLabelled(label, withoutNames(response, value)).toEqual(withoutNames(toUnknown, unknown));
            expectNothingOf(owner, { ...response, text: withoutValue(response.text, value) });
          }
        }
      });
    },
  );

  test('learning from foreign events compiles none of them', async () => {
    const { ours, theirs, oursInTest } = fixture();
    for (const { api } of [theirs, oursInTest])
      expect(await api.learn({ eventIds: [unlearned] })).toMatchObject({ result: { eventsProcessed: 0 } });
    expect((await ours.api.call(getEvent, { params: { id: unlearned } })).learnedAt).toBeNull();
  });

  test('these requests have not changed the data of the owners', async () => {
    for (const [scope, then] of before) {
      const now = await everythingOf(scope);
      expect([...now.keys()]).toEqual([...then.keys()]);
      expect([...now].flatMap(([path, text]) => (then.get(path) === text ? [] : [path]))).toEqual([]);
    }
  });

  /** All data that a tenant scope can read, by path. */
  async function everythingOf(scope: ScopeFixture): Promise<Map<string, string>> {
    const seen = new Map<string, string>();
    const readable = guarded.filter(
      ({ name, method, path }) => method === 'GET' && canContain(scope, path) && !LOGS.has(name),
    );
    for (const operation of readable)
      for (const at of resourcePaths(operation.path).length === 0 ? [0] : [0, 1]) {
        const input = { params: paramsOf(scope, operation.path, at) };
        const response = await send(operation, input, callerOf(scope, operation));
        seen.set(pathOf(operation, input), withoutNoise(response).text.replaceAll(CHANGED_BY_READING, ''));
      }
    return seen;
  }
}

/** These grow with every read, also with one by the tenant's own test key. */
const LOGS = new Set(['listAudit', 'listAccessLogs']);

/** What the stranger's own audit log says that they tried to reach. */
const NAMED_BY_THE_STRANGER = /"after":\{"(organizationId|vaultId)":"[^"]*"/g;

const CHANGED_BY_READING = /"(lastUsedAt|requestsThisMinute)":[^,}]*/g;

interface ForeignParams {
  readonly foreign: Record<string, string>;
  /** The same with unknown ids. */
  readonly unknown: Record<string, string>;
}

/** Paths to foreign data: all ids are foreign, or one id is foreign and the others are the caller's own. */
function foreignParams({ path }: Operation, owner: ScopeFixture, own: ScopeFixture): ForeignParams[] {
  const innermost = resourcePaths(path).at(-1) ?? '';
  const copies = owner.resources.get(innermost)?.length ?? 0;
  return Array.from({ length: copies }, (_, at) => {
    const theirs = paramsOf(owner, path, at);
    const mine = paramsOf(own, path);
    const names = Object.keys(theirs);
    const choices = names.length === 1 ? [names] : [names, ...names.map((name) => [name])];
    return choices.map((chosen) => {
      const foreign = { ...mine };
      const unknown = { ...mine };
      for (const name of chosen) {
        foreign[name] = theirs[name] ?? '';
        unknown[name] = unknownLike(theirs[name] ?? '');
      }
      return { foreign, unknown };
    });
  }).flat();
}

/** Fails if a response contains a word from the owner's data. */
function expectNothingOf(owner: ScopeFixture, { text }: Pick<RawResponse, 'text'>): void {
  const ids = [...owner.resources].flatMap(([path, own]) => (SHARED_BY_ALL.has(path) ? [] : own));
  const words = [owner.marker, ...owner.eventIds, ...owner.jobIds, ...ids];
  expect(words.filter((word) => text.includes(word))).toEqual([]);
}

const withoutValue = (text: string, value: string | readonly string[]): string =>
  [value].flat().reduce((rest, part) => rest.replaceAll(part, ''), text);

/** A response without the sent value, and without ids, times and secrets, which differ in each response. */
const withoutNames = (response: RawResponse, value: string | readonly string[]) => {
  const { status, text } = withoutNoise(response);
  const unnamed = withoutValue(text, value)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replaceAll(/[\w.-]{16,}/g, '');
  return { status, text: unnamed };
};
