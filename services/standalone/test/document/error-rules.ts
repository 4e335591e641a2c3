import { expect, test } from '@jest/globals';
import { createApiKey } from '@strata/contracts/operations/accounts';
import { bearer, type RawResponse } from '../fixtures/raw-client.ts';
import {
  byId,
  credentialFor,
  sampleRequest,
  send,
  sendWith,
  targetOf,
  type DocumentFixture,
} from './document-fixture.ts';
import type { DocumentedOperation, InterfaceDocument } from './interface-document.ts';

const KEY_SCOPES = ['read', 'write'] as const;

/** Common errors have the documented message. */
export function errorRules(document: InterfaceDocument, fixture: () => DocumentFixture): void {
  const expectDocumented = (operation: DocumentedOperation, status: number, response: RawResponse): void => {
    expect(response.status).toBe(status);
    expect(document.faultOfResponse(operation, response)).toBeUndefined();
    const { error } = JSON.parse(response.text) as { error: { message: string } };
    expect(error.message).toBe(document.messageOf(operation, status));
  };
  const documenting = (status: string) => document.operations.filter(({ responses }) => status in responses);
  const guarded = documenting('403');
  // A key is rejected before the permissions of a role are checked.
  const scoped = guarded.filter(({ needs }) => needs.some((need) => !need.includes(':')));

  test.each(byId(guarded))('%s is unauthorized without a credential', async (_name, operation) => {
    const { client, scope } = fixture();
    expectDocumented(operation, 401, await sendWith(client, operation, sampleRequest(scope, operation), undefined));
  });

  test.each(byId(scoped))('%s is forbidden to a key with another key scope', async (_name, operation) => {
    const { scope } = fixture();
    const scopes = KEY_SCOPES.filter((keyScope) => !operation.needs.includes(keyScope)).slice(0, 1);
    const { key } = await scope.tenant.user.call(createApiKey, { body: { name: 'Not enough', scopes } });
    expectDocumented(operation, 403, await send(fixture(), operation, sampleRequest(scope, operation), key));
  });

  test.each(byId(documenting('404')))('%s finds no resource with an unknown id', async (_name, operation) => {
    const sample = sampleRequest(fixture().scope, operation);
    const place = Object.keys(sample.params).length > 0 ? 'params' : 'body';
    const fields = sample[place] as Record<string, unknown>;
    const innermost = Object.keys(fields).findLast((name) => /^id$|Id$/.test(name)) ?? '';
    const unknown = { ...sample, [place]: { ...fields, [innermost]: 'nothing-of-this-name' } };
    expectDocumented(operation, 404, await send(fixture(), operation, unknown));
  });

  test.each(byId(documenting('415')))('%s rejects a body that is not JSON', async (_name, operation) => {
    const { base, scope } = fixture();
    const response = await fetch(base + targetOf(operation, sampleRequest(scope, operation)), {
      method: operation.method,
      headers: [...bearer(await credentialFor(scope, operation)), ['Content-Type', 'text/plain']],
      body: '{}',
    });
    const { status, headers } = response;
    expectDocumented(operation, 415, { status, headers: Object.fromEntries(headers), text: await response.text() });
  });
}
