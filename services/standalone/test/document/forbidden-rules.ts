import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { allowedValues } from './allowed-values.ts';
import { forbiddenChanges, forbiddenTexts } from './forbidden-values.ts';
import { send, credentialFor, sampleRequest, type DocumentFixture, type DocumentRequest } from './document-fixture.ts';
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts';
import { SEED } from './seed.ts';

/** A request with one fault, and the field that its refusal must name. */
interface Forbidden {
  readonly title: string;
  readonly field: string;
  readonly request: DocumentRequest;
}

const details = z.array(z.object({ field: z.string(), message: z.string().min(1) }));
const refused = z.object({ error: z.object({ code: z.literal('validation_error'), message: z.string(), details }) });
const judgedSingly = z.object({ data: z.object({ errorDetails: z.array(z.object({ index: z.number(), details })) }) });

/** What the document forbids is refused, and the refusal names the field. */
export function forbiddenRules(document: InterfaceDocument, ground: () => DocumentFixture): void {
  const faultOf = async (
    operation: DocumentedOperation,
    { field, request }: Forbidden,
  ): Promise<string | undefined> => {
    const reply = await send(ground(), operation, request, credentialFor(ground().scope, operation));
    return document.faultOfAnswer(operation, reply) ?? faultOfRefusal(operation, field, reply);
  };

  const cases = document.operations.filter(isInTable).map((operation) => [operation.operationId, operation] as const);
  describe.each(cases)('%s', (_name, operation) => {
    test('refuses every request that the document forbids, and names the field at fault', async () => {
      const base = sampleRequest(ground().scope, operation);
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

/** Health answers whatever is asked, and the pages take no parameters. */
const isInTable = ({ responses }: DocumentedOperation): boolean => '400' in responses || '422' in responses;

function badBodies(
  { body: schema }: DocumentedOperation,
  document: InterfaceDocument,
  base: DocumentRequest,
): Forbidden[] {
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
): Forbidden[] {
  const inQuery = (name: string, value: string | readonly string[], title: string): Forbidden => ({
    title: `the query's ${name} ${title}`,
    field: name,
    request: { ...base, query: { ...base.query, [name]: value } },
  });
  const known = parameters.flatMap(({ name, in: place, schema }): Forbidden[] => {
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
  return [...known, inQuery('surprise', '1', 'that nobody knows'), inQuery('__proto__', '1', 'of every object')];
}

/** Why an answer is no refusal that names the field, in words; undefined when it is. */
function faultOfRefusal(operation: DocumentedOperation, field: string, reply: RawResponse): string | undefined {
  const body: unknown = JSON.parse(reply.text);
  // The events of a batch are judged one by one: the whole is taken, and the answer says what is wrong with each.
  const singly = /^events\.0\.?(.*)$/.exec(field);
  const named =
    singly === null
      ? refused.safeParse(body).data?.error.details
      : judgedSingly.safeParse(body).data?.data.errorDetails[0]?.details;
  if (named === undefined) return `it answered ${String(reply.status)} ${reply.text.slice(0, 300)}`;
  const fields = named.map((detail) => detail.field);
  const within = singly?.[1] ?? field;
  const expected = within === '' ? 'event' : within;
  if (!fields.includes(expected)) return `it named ${fields.join(', ')} instead of ${expected}`;
  return new Set(fields).size === fields.length ? undefined : `it named a field twice: ${JSON.stringify(named)}`;
}
