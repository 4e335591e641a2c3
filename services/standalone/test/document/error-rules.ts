import { expect, test } from '@jest/globals';
import { createApiKey } from '@strata/contracts/operations/accounts';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { bearer } from '../access/access-fixture.ts';
import { send, credentialFor, sampleRequest, targetOf, type DocumentFixture } from './document-fixture.ts';
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts';

const SCOPES = ['read', 'write'] as const;

/** Errors that every caller can bring about are worded as the document words them. */
export function errorRules(document: InterfaceDocument, ground: () => DocumentFixture): void {
  const isDocumented = (operation: DocumentedOperation, status: number, reply: RawResponse): void => {
    expect([reply.status, document.faultOfAnswer(operation, reply)]).toEqual([status, undefined]);
    const { error } = JSON.parse(reply.text) as { error: { message: string } };
    expect(error.message).toBe(document.messageOf(operation, status));
  };
  const answering = (status: string) =>
    document.operations
      .filter(({ responses }) => status in responses)
      .map((operation) => [operation.operationId, operation] as const);
  const guarded = answering('403');
  // What a role may do, a key is never asked for.
  const scoped = guarded.filter(([, { needs }]) => needs.some((need) => !need.includes(':')));

  test.each(guarded)('%s is unauthorized without a credential', async (_name, operation) => {
    const { scope: world } = ground();
    isDocumented(operation, 401, await send(ground(), operation, sampleRequest(world, operation), undefined));
  });

  test.each(scoped)('%s is forbidden to a key that is not enough', async (_name, operation) => {
    const { scope: world } = ground();
    const scopes = SCOPES.filter((scope) => !operation.needs.includes(scope)).slice(0, 1);
    const { key } = await world.tenant.user.call(createApiKey, { body: { name: 'Not enough', scopes } });
    isDocumented(operation, 403, await send(ground(), operation, sampleRequest(world, operation), key));
  });

  test.each(answering('404'))('%s finds nothing under a name that nobody has', async (_name, operation) => {
    const { scope: world } = ground();
    const sample = sampleRequest(world, operation);
    const innermost = Object.keys(sample.params).at(-1) ?? '';
    const params = { ...sample.params, [innermost]: 'nothing-of-this-name' };
    isDocumented(
      operation,
      404,
      await send(ground(), operation, { ...sample, params }, credentialFor(world, operation)),
    );
  });

  test.each(answering('415'))('%s takes no other type of body', async (_name, operation) => {
    const { base, scope: world } = ground();
    const reply = await fetch(base + targetOf(operation, sampleRequest(world, operation)), {
      method: operation.method,
      headers: [...bearer(credentialFor(world, operation)), ['Content-Type', 'text/plain']],
      body: '{}',
    });
    const { status, headers } = reply;
    isDocumented(operation, 415, { status, headers: Object.fromEntries(headers), text: await reply.text() });
  });
}
