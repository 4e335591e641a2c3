import { describe, expect, it } from '@jest/globals';
import { noBody } from '@strata/contracts/schemas/paging';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { OPERATIONS } from '@strata/contracts/operations/table';
import type { Operation } from '@strata/contracts/operation';
import { ERROR_STATUS } from '@strata/kernel/errors';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { checkedInCopy } from './checked-in-copy.ts';
import { createOpenApiDocument } from './create-document.ts';
import { createResolver, operationsOf } from './page/document-reader.ts';

const document = createOpenApiDocument(OPERATIONS, '/');
const resolve = createResolver(document);
const documented = operationsOf(document);
const inTable = OPERATIONS.map((operation) => [operation.name, operation] as const);

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, validateSchema: true });
addFormats.default(ajv, ['date-time', 'email']);
ajv.addFormat('password', true);
ajv.addKeyword('components');
ajv.addSchema({ $id: 'document', components: document.components }, 'document');

/** Checks a value against a schema of the document. */
function faultsOf(schema: object, value: unknown): unknown[] {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const check = ajv.compile(local);
  return check(value) ? [] : (check.errors ?? []);
}

const documentedOf = ({ name }: Operation) => {
  const found = documented.find(({ operationId }) => operationId === name);
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return found;
};
const responsesOf = (operation: { responses?: oas31.ResponsesObject | undefined }) =>
  Object.entries(operation.responses ?? {}).map(
    ([status, response]) => [status, resolve<oas31.ResponseObject>(response as oas31.ResponseObject)] as const,
  );
const examplesOf = (content: oas31.MediaTypeObject | undefined): unknown[] =>
  Object.values((content?.examples ?? {}) as Record<string, oas31.ExampleObject>).map(({ value }) => value as unknown);
const JSON_TYPE = 'application/json';

describe('The interface document', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    );
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it.each([captureEvent, captureBatch])('says that an event may be stored after a 503: $name', (operation) => {
    const [, unavailable] = responsesOf(documentedOf(operation)).find(([status]) => status === '503') ?? [];
    expect(unavailable?.description).toMatch(/may have been stored all the same.*the same `idempotencyKey`/);
  });

  it('is the same as the checked-in copy', () => {
    const copy = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
    const isSame = copy === checkedInCopy();
    expect(isSame ? 'same' : 'docs/openapi.json is out of date: run "npm run openapi" and commit it').toBe('same');
  });

  it('has every operation of the table once, with unique names', () => {
    const names = documented.map(({ operationId }) => operationId);
    expect(names).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
    expect(new Set(names).size).toBe(names.length);
  });

  it('has every operation in a chapter with a description', () => {
    const chapters = (document.tags ?? []).map(({ name }) => name);
    for (const { path, tags } of documented) expectLabelled(path, chapters).toContain(tags?.[0]);
  });

  it('describes every named schema', () => {
    const { schemas = {}, requestBodies = {} } = document.components ?? {};
    const bodies = Object.entries(requestBodies).map(
      ([name, body]) => [name, resolve<oas31.RequestBodyObject>(body).content[JSON_TYPE]?.schema] as const,
    );
    for (const [name, schema] of [...Object.entries(schemas), ...bodies])
      expectLabelled(name, schema).toMatchObject({ description: expect.stringMatching(/\.$/) });
  });

  it('has no broken reference', () => {
    for (const [, ref = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g))
      expect(() => resolve({ $ref: ref })).not.toThrow();
  });

  it.each(documented.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'has an example of every response of %s that fits its schema',
    (_name, operation) => {
      for (const [status, { content = {} }] of responsesOf(operation)) {
        for (const media of Object.values(content)) {
          if (resolve<oas31.SchemaObject>(media.schema ?? {}).format === 'binary') continue;
          const examples = examplesOf(media);
          expectLabelled(status, examples.length).toBeGreaterThan(0);
          for (const example of examples) expect(faultsOf(media.schema ?? {}, example)).toEqual([]);
        }
      }
    },
  );
});

describe.each(inTable)('%s', (_name, operation) => {
  it('has examples that fit the schemas of the operation', () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const { params, query, body, response } of operation.examples) {
      if (params !== undefined) accepts(operation.params, params);
      if (query !== undefined) accepts(operation.query, query);
      if (body !== undefined) accepts(operation.documentedBody ?? operation.body, body);
      accepts(operation.response, response);
    }
    const isWhole = operation.path.includes('{') ? operation.examples.some(({ params }) => params !== undefined) : true;
    expect(isWhole).toBe(true);
  });

  it('has examples of its request that fit the document', () => {
    if (operation.body === noBody) return;
    const body = resolve<oas31.RequestBodyObject>(documentedOf(operation).requestBody ?? { content: {} }).content[
      JSON_TYPE
    ];
    expect(examplesOf(body).length).toBeGreaterThan(0);
    for (const example of examplesOf(body)) expect(faultsOf(body?.schema ?? {}, example)).toEqual([]);
  });

  it('has every error with a status and an example in the envelope', () => {
    const errors = responsesOf(documentedOf(operation)).filter(([status]) => Number(status) >= 400);
    for (const [status, { content }] of errors) {
      const [example] = examplesOf(content?.[JSON_TYPE]) as { ok: boolean; error: { code: string; message: string } }[];
      expect(example).toMatchObject({ ok: false, error: { message: expect.stringMatching(/./) } });
      const code = example?.error.code as keyof typeof ERROR_STATUS;
      if (code === 'validation_error') expect(Number(status)).toBe(operation.invalidStatus);
      else if (status !== '503') expect(Number(status)).toBe(ERROR_STATUS[code]);
    }
    const statuses = errors.map(([status]) => Number(status));
    for (const code of operation.errors) expect(statuses).toContain(ERROR_STATUS[code]);
  });

  it('has a message for each error of its own', () => {
    for (const code of operation.errors) expect(operation.errorMessages).toHaveProperty(code);
  });

  it('names the schemas of its body and its response', () => {
    const { requestBody, responses } = documentedOf(operation);
    const named = (schema: object | undefined) => expect(schema).toHaveProperty('$ref');
    if (requestBody !== undefined) named('$ref' in requestBody ? requestBody : requestBody.content[JSON_TYPE]?.schema);
    const success = resolve<oas31.ResponseObject>(
      (responses?.[String(operation.successStatus)] ?? {}) as oas31.ResponseObject,
    );
    const { schema } = success.content?.[operation.mediaType] ?? {};
    const isEnveloped = operation.mediaType === JSON_TYPE && operation.protocol === 'strata';
    named(isEnveloped ? resolve<oas31.SchemaObject>(schema ?? {}).properties?.['data'] : schema);
  });
});

function accepts(schema: z.ZodType, value: unknown): void {
  expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
}
