import { expect, test } from '@jest/globals';
import { encodeCursor } from '@strata/kernel/cursor';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { byId, sampleRequest, send, type DocumentFixture } from './document-fixture.ts';
import type { InterfaceDocument } from './interface-document.ts';

const LAST_DATE_MS = 8_640_000_000_000_000;
const YEAR_9999_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** Cursors with a correct checksum. Anyone with the source code can compute it. */
const FORGED = [0, YEAR_9999_MS, YEAR_9999_MS + 1, LAST_DATE_MS, LAST_DATE_MS + 1, Number.MAX_SAFE_INTEGER].flatMap(
  (number) => [
    encodeCursor([number, 0]),
    encodeCursor([number, 'x']),
    encodeCursor([number, '\u{10ffff}'.repeat(100)]),
  ],
);

/** A list continues at the position of a cursor, or rejects the cursor. */
export function cursorRules(document: InterfaceDocument, fixture: () => DocumentFixture): void {
  const lists = document.operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));

  test.each(byId(lists))('%s continues at a forged cursor, or rejects it by name', async (_name, operation) => {
    for (const cursor of FORGED) {
      const request = sampleRequest(fixture().scope, operation);
      const response = await send(fixture(), operation, { ...request, query: { cursor } });
      expectLabelled(cursor, document.faultOfResponse(operation, response)).toBeUndefined();
      // An erasure of another test may have removed what is listed.
      if (response.status === 404) expectLabelled(cursor, (await send(fixture(), operation, request)).status).toBe(404);
      else if (response.status !== 200) {
        expectLabelled(cursor, response.status).toBe(400);
        expect(JSON.parse(response.text)).toMatchObject({ error: { details: [{ field: 'cursor' }] } });
      }
    }
  });
}
