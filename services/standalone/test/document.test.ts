import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { allowedRules } from './document/allowed-rules.ts';
import { cursorRules } from './document/cursor-rules.ts';
import { forbiddenRules } from './document/forbidden-rules.ts';
import { createDocumentFixture, type DocumentFixture } from './document/document-fixture.ts';
import { InterfaceDocument, publishedDocument } from './document/interface-document.ts';
import { errorRules } from './document/error-rules.ts';
import { SEED } from './document/seed.ts';
import { describeOnSystems } from './fixtures/system-fixture.ts';

const published = publishedDocument();
const document = new InterfaceDocument(published);

describeOnSystems(`what the document says (seed ${String(SEED)})`, (start) => {
  let ground: DocumentFixture;
  beforeAll(async () => {
    ground = await createDocumentFixture(start);
  }, 60_000);
  afterAll(() => ground.close());

  test('is what the system serves', async () => {
    const { status, text } = await ground.client.send({ method: 'GET', path: '/v1/openapi.json' });
    expect([status, JSON.parse(text)]).toEqual([200, published]);
    const names = document.operations.map(({ operationId }) => operationId);
    expect(names).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
  });

  describe('what it allows', () => {
    allowedRules(document, () => ground);
  });
  describe('what it forbids', () => {
    forbiddenRules(document, () => ground);
  });
  describe('what it says of refusals', () => {
    errorRules(document, () => ground);
    cursorRules(document, () => ground);
  });
});
