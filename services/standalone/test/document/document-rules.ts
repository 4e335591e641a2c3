import { describe } from '@jest/globals';
import type { SelectOperations } from '../fixtures/select-operations.ts';
import { allowedRules } from './allowed-rules.ts';
import { cursorRules } from './cursor-rules.ts';
import type { DocumentFixture } from './document-fixture.ts';
import { errorRules } from './error-rules.ts';
import { forbiddenRules } from './forbidden-rules.ts';
import type { InterfaceDocument } from './interface-document.ts';

/** The document describes exactly the requests that the system accepts and the responses that it sends. */
export function documentRules(
  document: InterfaceDocument,
  fixture: () => DocumentFixture,
  select: SelectOperations,
): void {
  describe('allowed requests', () => {
    allowedRules(document, fixture, select);
  });
  describe('forbidden requests', () => {
    forbiddenRules(document, fixture, select);
  });
  describe('documented errors', () => {
    errorRules(document, fixture, select);
    cursorRules(document, fixture, select);
  });
}
