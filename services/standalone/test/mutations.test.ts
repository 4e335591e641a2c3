import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger } from '@strata/testkit/test-logger';
import fc from 'fast-check';
import {
  send,
  credentialFor,
  createDocumentFixture,
  sampleRequest,
  targetOf,
  type DocumentFixture,
} from './document/document-fixture.ts';
import { InterfaceDocument, publishedDocument, type DocumentedOperation } from './document/interface-document.ts';
import { SEED } from './document/seed.ts';
import { bearer } from './access/access-fixture.ts';
import { startEmbedded } from './fixtures/system-fixture.ts';
import { exchangeBytes, type Exchange } from './mutations/exchange-bytes.ts';
import { mutants, type Mutant, type SoundRequest } from './mutations/mutant.ts';

const REQUESTS = 10_000;
/** Few enough that none waits near its deadline, also where two other suites share the machine. */
const AT_ONCE = 8;
/** How often an operation is asked beside others: less where a password is hashed, a job run or a long page sent. */
const weightOf = ({ operationId, body }: DocumentedOperation): number => {
  if (['registerAccount', 'logIn', 'readReference', 'readDocument', 'readMetrics'].includes(operationId)) return 1;
  return body === undefined ? 10 : 30;
};

describe(`${String(REQUESTS)} requests that were tampered with (seed ${String(SEED)})`, () => {
  const document = new InterfaceDocument(publishedDocument());
  const log = createTestLogger();
  let ground: DocumentFixture;
  beforeAll(async () => {
    ground = await createDocumentFixture(({ settings = {} } = {}) => startEmbedded({ settings, logger: log.logger }));
  }, 60_000);
  afterAll(() => ground.close());

  test('get no 5xx, and the process lives on', async () => {
    const sound = document.operations.flatMap((operation) => {
      return Array<SoundRequest>(weightOf(operation)).fill(soundRequest(ground, operation));
    });
    const all = fc.sample(mutants(sound), { seed: SEED, numRuns: REQUESTS });
    const port = Number(new URL(ground.base).port);
    const outcomes = await inParallel(all, async (mutant) => [mutant, await exchangeBytes(port, mutant)] as const);

    expect(outcomes.flatMap(([mutant, exchange]) => faultsOf(mutant, exchange)).slice(0, 5)).toEqual([]);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const statuses = outcomes.flatMap(([, { answers }]) => answers.map(({ status }) => status));
    // Neither all refused at the door nor all let through: the requests reached what they were made for.
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(REQUESTS / 40);
    expect(statuses.filter((status) => status === 400 || status === 422).length).toBeGreaterThan(REQUESTS / 4);
    for (const operation of document.operations.filter(({ method }) => method === 'GET')) {
      const { scope: world } = ground;
      const asking = () => send(ground, operation, sampleRequest(world, operation), credentialFor(world, operation));
      await eventually(async () => (await asking()).status < 500);
    }
  }, 300_000);
});

function soundRequest({ base, scope: world }: DocumentFixture, operation: DocumentedOperation): SoundRequest {
  const request = sampleRequest(world, operation);
  return {
    name: operation.operationId,
    method: operation.method,
    target: targetOf(operation, request),
    body: request.body,
    headers: [
      ['Host', new URL(base).host],
      ...bearer(credentialFor(world, operation)),
      ...(request.body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
  };
}

/** What an answer to a bad request must never be, in words, with the bytes that it was the answer to. */
function faultsOf({ name, bytes, isCutShort }: Mutant, { answers, ended }: Exchange): string[] {
  const sent = `${name}: ${JSON.stringify(bytes.subarray(0, 2_000).toString('latin1'))}`;
  const bad = answers.filter(
    ({ status, type, text }) =>
      !isHealthRecord(status, text) && (status >= 500 || (status >= 400 && !isEnvelope(type, text))),
  );
  const isSilent = !isCutShort && ended === 'silent';
  return [
    ...bad.map(({ status, text }) => `${String(status)} ${text.slice(0, 500)} to ${sent}`),
    ...(isSilent ? [`nothing to ${sent}`] : []),
  ];
}

/** What so many requests do to the machine, health may tell: that is an answer, not a failure. */
const isHealthRecord = (status: number, text: string): boolean =>
  status === 503 && /"status":"(degraded|unhealthy)","version"/.test(text);

/** An answer to HEAD has no body. */
function isEnvelope(type: string, text: string): boolean {
  if (!type.startsWith('application/json')) return false;
  return (
    text === '' || /^\{"ok":false,"error":\{"code":"[a-z_]+","message":".+"meta":\{"requestId":".+\}\}$/s.test(text)
  );
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) results.push(await work(item));
    }),
  );
  return results;
}
