import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { allowedValues, type ValueOptions } from './allowed-values.ts';
import { send, credentialFor, sampleRequest, type DocumentFixture, type DocumentRequest } from './document-fixture.ts';
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts';
import { SEED } from './seed.ts';

const RUNS = 12;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** What the service alone can issue, or what the clock decides: no schema says which values are good. */
const ISSUED: NonNullable<ValueOptions['fields']> = {
  cursor: null,
  invitationToken: null,
  memberIds: null,
  teamId: null,
  teamIds: null,
  token: null,
  // A range must not end before it begins.
  startDate: fc.constantFrom('1970-01-01T00:00:00Z', '2026-05-08T11:00:00.5+02:00'),
  endDate: fc.constantFrom('2026-05-08T09:00:00.501Z', '9999-12-31T23:59:59Z'),
  // Periods must not contradict each other, and what a lifecycle policy covers is deleted.
  scope: fc.constant('memory:mem_of_nobody'),
  retentionDays: fc.integer({ min: 0, max: 10 }),
  archiveAfterDays: fc.integer({ min: 11, max: 20 }),
  deleteAfterDays: fc.integer({ min: 400, max: 36_500 }),
  namespaceId: null,
  expiresAt: fc.integer({ min: 1, max: YEAR_MS }).map((ms) => new Date(Date.now() + YEAR_MS + ms).toISOString()),
};

/** What the document allows is never called invalid, and every answer is one that the document has. */
export function allowedRules(document: InterfaceDocument, ground: () => DocumentFixture): void {
  const reading: ValueOptions = { resolve: document.resolve, fields: ISSUED };

  // What is deleted is there for nothing that comes after, and neither is what a policy hides.
  const turnOf = ({ method, operationId }: DocumentedOperation): number =>
    method === 'DELETE' ? 2 : Number(operationId.endsWith('Policy'));
  const operations = [...document.operations].sort((a, b) => turnOf(a) - turnOf(b));

  describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    (_name, operation) => {
      test('does what its sample asks, and answers as documented', async () => {
        const { scope: world } = ground();
        const reply = await send(ground(), operation, sampleRequest(world, operation), credentialFor(world, operation));
        expect(document.faultOfAnswer(operation, reply)).toBeUndefined();
        expect([reply.text.slice(0, 200), isRefusal(reply)]).toEqual([expect.any(String), false]);
        if (reply.status < 500) expect(reply.status).toBeLessThan(300);
      });

      if (needsWhatIsIssued(document, operation)) return;
      test('takes whatever the document allows, and answers as documented', async () => {
        const { scope: world } = ground();
        const real = sampleRequest(world, operation).params;
        await fc.assert(
          fc.asyncProperty(requestsTo(operation, reading, real), async (request) => {
            const reply = await send(ground(), operation, request, credentialFor(world, operation));
            expect(document.faultOfAnswer(operation, reply)).toBeUndefined();
            if (isRefusal(reply)) throw new Error(`It was refused: ${reply.text}`);
          }),
          { seed: SEED, numRuns: RUNS },
        );
      });
    },
  );
}

/** Health may say that the system is not well: that is an answer. */
const isRefusal = ({ status, text }: RawResponse): boolean =>
  [400, 413, 415, 422].includes(status) || (status >= 500 && !text.includes('"version"'));

/** Where a field must be sent that the service issues, its sample is all that can be sent. */
const needsWhatIsIssued = (document: InterfaceDocument, { body }: DocumentedOperation): boolean =>
  (body && document.resolve(body).required)?.some((name) => ISSUED[name] === null) ?? false;

function requestsTo(
  operation: DocumentedOperation,
  reading: ValueOptions,
  real: Readonly<Record<string, string>>,
): fc.Arbitrary<DocumentRequest> {
  const { fields = {} } = reading;
  const placed = (place: 'path' | 'query') => operation.parameters.filter((parameter) => parameter.in === place);
  const textOf = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map(String);
  const params = placed('path').map(({ name, schema }) => [
    name,
    fc.oneof(fc.constant(real[name] ?? ''), textOf(allowedValues(schema, reading)).filter(isSegment)),
  ]);
  const query = placed('query')
    .filter(({ name }) => fields[name] !== null)
    .map(({ name, schema }) => [name, textOf(fields[name] ?? allowedValues(schema, reading))]);
  const body = operation.body === undefined ? fc.constant(undefined) : allowedValues(operation.body, reading);
  return fc.record({
    params: fc.record(Object.fromEntries(params) as Record<string, fc.Arbitrary<string>>),
    query: fc.record(Object.fromEntries(query) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] }),
    body,
  });
}

/** Such a segment is not a name but a way in a path. */
const isSegment = (text: string): boolean => !['', '.', '..'].includes(text);
