import { describe } from '@jest/globals';
import type { SelectOperations } from '../fixtures/select-operations.ts';
import { allowedRules } from './allowed-rules.ts';
import { cursorRules } from './cursor-rules.ts';
import type { DocumentFixture } from './document-fixture.ts';
import { errorRules } from './error-rules.ts';
import { forbiddenRules } from './forbidden-rules.ts';
import type { InterfaceDocument } from './interface-document.ts';

/** The document describes exactly what the system accepts and how it responds. */
export function documentRules(
  document: InterfaceDocument,
  fixture: () => DocumentFixture,
  select: SelectOperations,
): void {
  describe('what the document allows', () => {
    allowedRules(document, fixture, select);
  });
  describe('what the document forbids', () => {
    forbiddenRules(document, fixture, select);
  });
  describe('the errors in the document', () => {
    errorRules(document, fixture, select);
    cursorRules(document, fixture, select);
  });
}
