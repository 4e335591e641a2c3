import { expect, test } from '@jest/globals';
import { encodeCursor } from '@strata/kernel/cursor';
import { send, credentialFor, sampleRequest, type DocumentFixture } from './document-fixture.ts';
import type { InterfaceDocument } from './interface-document.ts';

const LAST_DATE_MS = 8_640_000_000_000_000;
const YEAR_9999_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** Cursors with a checksum that is right, as anybody can make them who reads how it is done. */
const FORGED = [0, YEAR_9999_MS, YEAR_9999_MS + 1, LAST_DATE_MS, LAST_DATE_MS + 1, Number.MAX_SAFE_INTEGER].flatMap(
  (number) => [encodeCursor([number]), encodeCursor([number, 'x']), encodeCursor([number, '\u{10ffff}'.repeat(100)])],
);

/** Lists go on from wherever a cursor says, or refuse it. */
export function cursorRules(document: InterfaceDocument, ground: () => DocumentFixture): void {
  const lists = document.operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
    .map((operation) => [operation.operationId, operation] as const);

  test.each(lists)('%s goes on from a cursor that was made up, or refuses it', async (_name, operation) => {
    const { scope: world } = ground();
    for (const cursor of FORGED) {
      const request = { ...sampleRequest(world, operation), query: { cursor } };
      const reply = await send(ground(), operation, request, credentialFor(world, operation));
      expect(document.faultOfAnswer(operation, reply)).toBeUndefined();
      expect([cursor, [200, 400].includes(reply.status)]).toEqual([cursor, true]);
    }
  });
}
