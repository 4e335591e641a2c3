import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createDocumentFixture, type DocumentFixture } from './document/document-fixture.ts';
import { documentRules } from './document/document-rules.ts';
import { InterfaceDocument, publishedDocument } from './document/interface-document.ts';
import { SEED } from './document/seed.ts';
import { describeOnSystem, UNLIMITED } from './fixtures/system-fixture.ts';

const published = publishedDocument();
const document = new InterfaceDocument(published);

describeOnSystem(`The OpenAPI document (seed ${String(SEED)})`, (start) => {
  const stack = new CloseStack();
  let fixture: DocumentFixture;
  beforeAll(async () => {
    const { base } = stack.use(await start({ settings: UNLIMITED }));
    fixture = await createDocumentFixture(base);
    stack.defer(() => fixture.close());
  });
  afterAll(() => stack.close());

  test('is the one that the system serves, and contains every operation', async () => {
    const { status, text } = await fixture.client.send({ method: 'GET', path: '/v1/openapi.json' });
    expect([status, JSON.parse(text)]).toEqual([200, published]);
    const names = document.operations.map(({ operationId }) => operationId);
    expect(names).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
  });

  documentRules(document, () => fixture);
});
