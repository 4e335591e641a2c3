import { describe, expect, test } from '@jest/globals';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import fc from 'fast-check';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { allowedValues, type ValueOptions } from './allowed-values.ts';
import { byId, sampleRequest, send, type DocumentFixture, type DocumentRequest } from './document-fixture.ts';
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts';
import { SEED } from './seed.ts';

/** fast-check begins with the shortest and the longest values. */
const RUNS = 6;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Fields with valid values that no schema describes, because the service issues them or they depend on the clock. */
const ISSUED: NonNullable<ValueOptions['fields']> = {
  cursor: null,
  invitationToken: null,
  memberIds: null,
  // A common password is rejected, whatever its length.
  password: fc.uuid(),
  newPassword: fc.uuid(),
  teamId: null,
  teamIds: null,
  token: null,
  // A range must not end before it begins.
  startDate: fc.constantFrom('1970-01-01T00:00:00Z', '2026-05-08T11:00:00.5+02:00'),
  endDate: fc.constantFrom('2026-05-08T09:00:00.501Z', '9999-12-31T23:59:59Z'),
  // Periods must not contradict each other, and the policy must not delete data of other tests.
  scope: fc.constant('memory:mem_unknown'),
  retentionDays: fc.integer({ min: 0, max: 10 }),
  archiveAfterDays: fc.integer({ min: 11, max: 20 }),
  deleteAfterDays: fc.integer({ min: 400, max: 36_500 }),
  namespaceId: null,
  // A time more than five minutes in the future is rejected.
  occurredAt: fc.constantFrom('0001-01-01T00:00:00Z', '2026-05-08T11:00:00.5+02:00'),
  expiresAt: fc.integer({ min: 1, max: YEAR_MS }).map((ms) => new Date(Date.now() + YEAR_MS + ms).toISOString()),
};

/** The system accepts every request that the document allows, and sends only documented responses. */
export function allowedRules(document: InterfaceDocument, fixture: () => DocumentFixture): void {
  const options: ValueOptions = { resolve: document.resolve, fields: ISSUED };

  // Deletions and policies last: other operations cannot find deleted or hidden data.
  const turnOf = ({ method, operationId }: DocumentedOperation): number =>
    method === 'DELETE' ? 2 : Number(operationId.endsWith('Policy'));
  const operations = [...document.operations].sort((a, b) => turnOf(a) - turnOf(b));

  describe.each(byId(operations))('%s', (_name, operation) => {
    test('succeeds with a sample request, and responds as documented', async () => {
      const response = await send(fixture(), operation, sampleRequest(fixture().scope, operation));
      expect(document.faultOfResponse(operation, response)).toBeUndefined();
      const { status, text } = response;
      if (!isHealthRecord(response)) expectLabelled(text.slice(0, 200), [200, 201, 202]).toContain(status);
    });

    if (requiresIssued(document, operation)) return;
    test('accepts every request that the document allows, and responds as documented', async () => {
      const real = sampleRequest(fixture().scope, operation).params;
      await fc.assert(
        fc.asyncProperty(requestsTo(operation, options, real), async (request) => {
          const response = await send(fixture(), operation, request);
          expect(document.faultOfResponse(operation, response)).toBeUndefined();
          if (isInvalid(response) || (response.status >= 500 && !isHealthRecord(response)))
            throw new Error(`It was rejected: ${response.text}`);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    });
  });
}

const isInvalid = ({ status }: RawResponse): boolean => [400, 413, 415, 422].includes(status);

/** A health record is a successful response even with a 503, which means that the system is degraded or unhealthy. */
const isHealthRecord = ({ status, text }: RawResponse): boolean => status === 503 && text.includes('"version"');

/** Whether the body requires a field that the service issues. Then only the sample body is valid. */
const requiresIssued = (document: InterfaceDocument, { body }: DocumentedOperation): boolean =>
  (body && document.resolve(body).required)?.some((name) => ISSUED[name] === null) ?? false;

function requestsTo(
  operation: DocumentedOperation,
  options: ValueOptions,
  real: Readonly<Record<string, string>>,
): fc.Arbitrary<DocumentRequest> {
  const { fields = {} } = options;
  const placed = (place: 'path' | 'query') => operation.parameters.filter((parameter) => parameter.in === place);
  const textOf = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map(String);
  const params = placed('path').map(({ name, schema }) => [
    name,
    fc.oneof(fc.constant(real[name] ?? ''), textOf(allowedValues(schema, options)).filter(isSegment)),
  ]);
  const query = placed('query')
    .filter(({ name }) => fields[name] !== null)
    .map(({ name, schema }) => [name, textOf(fields[name] ?? allowedValues(schema, options))]);
  const body = operation.body === undefined ? fc.constant(undefined) : allowedValues(operation.body, options);
  return fc.record({
    params: fc.record(Object.fromEntries(params) as Record<string, fc.Arbitrary<string>>),
    query: fc.record(Object.fromEntries(query) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] }),
    body,
  });
}

/** URL parsers resolve or drop the other segments. */
const isSegment = (text: string): boolean => !['', '.', '..'].includes(text);
