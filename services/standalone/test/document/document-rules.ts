import { describe } from '@jest/globals';
import { allowedRules } from './allowed-rules.ts';
import { cursorRules } from './cursor-rules.ts';
import type { DocumentFixture } from './document-fixture.ts';
import { errorRules } from './error-rules.ts';
import { forbiddenRules } from './forbidden-rules.ts';
import type { InterfaceDocument } from './interface-document.ts';

/** The document describes exactly the requests that the system accepts and the responses that it sends. */
export function documentRules(document: InterfaceDocument, fixture: () => DocumentFixture): void {
  describe('allowed requests', () => {
    allowedRules(document, fixture);
  });
  describe('forbidden requests', () => {
    forbiddenRules(document, fixture);
  });
  describe('documented errors', () => {
    errorRules(document, fixture);
    cursorRules(document, fixture);
  });
}
