import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger } from '@strata/testkit/test-logger';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import {
  createDocumentFixture,
  credentialFor,
  sampleRequest,
  send,
  targetOf,
  type DocumentFixture,
} from './document/document-fixture.ts';
import { InterfaceDocument, publishedDocument, type DocumentedOperation } from './document/interface-document.ts';
import { bearer } from './fixtures/raw-client.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';
import { exchangeBytes, type Exchange } from './mutations/exchange-bytes.ts';
import { mutants, type Mutant, type ValidRequest } from './mutations/mutant.ts';

/** Random, so each run sends new requests. To repeat a run, set the printed seed. */
const SEED = Number(process.env['MUTATION_SEED'] ?? randomInt(2 ** 31));
const REQUESTS = Number(process.env['MUTATIONS'] ?? 1_000);
/** Low enough that no request times out while two other suites run on the machine. */
const CONCURRENCY = 8;
/** The relative frequency of an operation: low if it hashes a password or returns a long page. */
const weightOf = ({ operationId, body }: DocumentedOperation): number => {
  if (
    ['registerAccount', 'logIn', 'changePassword', 'readReference', 'readDocument', 'readMetrics'].includes(operationId)
  )
    return 1;
  return body === undefined ? 10 : 30;
};

describe(`${String(REQUESTS)} mutated requests (MUTATION_SEED=${String(SEED)})`, () => {
  const document = new InterfaceDocument(publishedDocument());
  const stack = new CloseStack();
  const log = createTestLogger();
  let fixture: DocumentFixture;
  beforeAll(async () => {
    process.stderr.write(`Mutated requests: MUTATION_SEED=${String(SEED)} MUTATIONS=${String(REQUESTS)}\n`);
    const { base } = stack.use(await startStandalone({ settings: UNLIMITED, logger: log.logger }));
    fixture = await createDocumentFixture(base);
    stack.defer(() => fixture.close());
  });
  afterAll(() => stack.close());

  test('get an error envelope and never a 5xx, and the process keeps serving', async () => {
    const valid: ValidRequest[] = [];
    for (const operation of document.operations)
      valid.push(...Array<ValidRequest>(weightOf(operation)).fill(await validRequest(fixture, operation)));
    const all = fc.sample(mutants(valid), { seed: SEED, numRuns: REQUESTS });
    const port = Number(new URL(fixture.base).port);
    const outcomes = await inParallel(all, async (mutant) => [mutant, await exchangeBytes(port, mutant)] as const);

    expect(outcomes.flatMap(([mutant, exchange]) => faultsOf(mutant, exchange)).slice(0, 5)).toEqual([]);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const statuses = outcomes.flatMap(([, { responses }]) => responses.map(({ status }) => status));
    // Some requests are accepted and many are rejected as invalid, so the mutations reach the validation.
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(REQUESTS / 100);
    expect(statuses.filter((status) => status === 400 || status === 422).length).toBeGreaterThan(REQUESTS / 4);
    for (const operation of document.operations.filter(({ method }) => method === 'GET'))
      await eventually(async () => {
        const { status } = await send(fixture, operation, sampleRequest(fixture.scope, operation));
        // A mutated request may have deleted the resource.
        return status === 200 || status === 404;
      });
  });
});

async function validRequest({ base, scope }: DocumentFixture, operation: DocumentedOperation): Promise<ValidRequest> {
  const request = sampleRequest(scope, operation);
  return {
    name: operation.operationId,
    method: operation.method,
    target: targetOf(operation, request),
    body: request.body,
    headers: [
      ['Host', new URL(base).host],
      ...bearer(await credentialFor(scope, operation)),
      ...(request.body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
  };
}

/** Descriptions of the faults in the responses to a mutant, with its bytes. */
function faultsOf({ name, bytes, isCutShort }: Mutant, { responses, ended }: Exchange): string[] {
  const sent = `${name}: ${JSON.stringify(bytes.subarray(0, 2_000).toString('latin1'))}`;
  const bad = responses.filter(
    ({ status, type, text }) =>
      !isHealthRecord(status, text) && (status >= 500 || (status >= 400 && !isEnvelope(type, text))),
  );
  const isSilent = !isCutShort && ended === 'silent';
  return [
    ...bad.map(({ status, text }) => `${String(status)} ${text.slice(0, 500)} to ${sent}`),
    ...(isSilent ? [`no response to ${sent}`] : []),
  ];
}

/** Health records are valid 503 responses: many requests can make the system unhealthy. */
const isHealthRecord = (status: number, text: string): boolean =>
  status === 503 && /"status":"(degraded|unhealthy)","version"/.test(text);

/** A response to HEAD has no body. */
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
    Array.from({ length: CONCURRENCY }, async () => {
      for (const item of queue) results.push(await work(item));
    }),
  );
  return results;
}
