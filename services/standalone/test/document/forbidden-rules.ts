import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { allowedValues } from './allowed-values.ts';
import { byId, sampleRequest, send, type DocumentFixture, type DocumentRequest } from './document-fixture.ts';
import { forbiddenChanges, forbiddenTexts } from './forbidden-values.ts';
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts';
import { SEED } from './seed.ts';

/** A request with one fault, and the field that the error must name. */
interface ForbiddenRequest {
  readonly title: string;
  readonly field: string;
  readonly request: DocumentRequest;
}

const details = z.array(z.object({ field: z.string(), message: z.string().min(1) }));
const rejection = z.object({ error: z.object({ code: z.literal('validation_error'), message: z.string(), details }) });
const batchResponse = z.object({ data: z.object({ errorDetails: z.array(z.object({ index: z.number(), details })) }) });

/** A request that the document forbids is rejected, and the error names the field. */
export function forbiddenRules(document: InterfaceDocument, fixture: () => DocumentFixture): void {
  const faultOf = async (
    operation: DocumentedOperation,
    { field, request }: ForbiddenRequest,
  ): Promise<string | undefined> => {
    const response = await send(fixture(), operation, request);
    return document.faultOfResponse(operation, response) ?? faultOfRejection(field, response);
  };

  describe.each(byId(document.operations.filter(validates)))('%s', (_name, operation) => {
    test('rejects every request that the document forbids, and names the field', async () => {
      const base = sampleRequest(fixture().scope, operation);
      const requests = [...badParameters(operation, document, base), ...badBodies(operation, document, base)];
      expect(requests.length).toBeGreaterThan(0);
      const faults: string[] = [];
      for (const forbidden of requests) {
        const fault = await faultOf(operation, forbidden);
        if (fault !== undefined) faults.push(`${forbidden.title}: ${fault}`);
      }
      expect(faults).toEqual([]);
    });
  });
}

/** Health responds to every request, and the pages take no parameters. */
const validates = ({ responses }: DocumentedOperation): boolean => '400' in responses || '422' in responses;

function badBodies(
  { body: schema }: DocumentedOperation,
  document: InterfaceDocument,
  base: DocumentRequest,
): ForbiddenRequest[] {
  if (schema === undefined) return [];
  const arbitrary = allowedValues(schema, { resolve: document.resolve, whole: true });
  const [whole] = fc.sample(arbitrary, { seed: SEED, numRuns: 1 });
  return forbiddenChanges(schema, document.resolve).map(({ title, field, apply }) => {
    const body = apply(whole);
    if (document.faultOf(schema, body) === undefined) throw new Error(`The document allows ${title}`);
    return { title, field: field || 'body', request: { ...base, body } };
  });
}

function badParameters(
  { parameters }: DocumentedOperation,
  document: InterfaceDocument,
  base: DocumentRequest,
): ForbiddenRequest[] {
  const inQuery = (name: string, value: string | readonly string[], title: string): ForbiddenRequest => ({
    title: `the query's ${name} ${title}`,
    field: name,
    request: { ...base, query: { ...base.query, [name]: value } },
  });
  const known = parameters.flatMap(({ name, in: place, schema }): ForbiddenRequest[] => {
    if (place === 'header') return [];
    const bad = forbiddenTexts(document.resolve(schema), place);
    if (place === 'query')
      return [...bad.map(([title, value]) => inQuery(name, value, title)), inQuery(name, ['1', '1'], 'twice')];
    return bad.map(([title, value]) => ({
      title: `the path's ${name} ${title}`,
      field: name,
      request: { ...base, params: { ...base.params, [name]: value } },
    }));
  });
  return [...known, inQuery('surprise', '1', 'which is unknown'), inQuery('__proto__', '1', 'of every object')];
}

/** A description of the fault in a response, undefined if it is a rejection that names the field. */
function faultOfRejection(field: string, response: RawResponse): string | undefined {
  const body: unknown = JSON.parse(response.text);
  // A batch is accepted, and its response lists the errors of each event.
  const inBatch = /^events\.0\.?(.*)$/.exec(field);
  const named =
    inBatch === null
      ? rejection.safeParse(body).data?.error.details
      : batchResponse.safeParse(body).data?.data.errorDetails[0]?.details;
  if (named === undefined) return `the response is ${String(response.status)} ${response.text.slice(0, 300)}`;
  const fields = named.map((detail) => detail.field);
  const within = inBatch?.[1] ?? field;
  const expected = within === '' ? 'event' : within;
  if (!fields.includes(expected)) return `the error names ${fields.join(', ')} instead of ${expected}`;
  return new Set(fields).size === fields.length ? undefined : `the error names a field twice: ${JSON.stringify(named)}`;
}
