import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { noBody } from '@strata/contracts/schemas/paging';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { pathOf } from '../fixtures/api-client.ts';
import { bearer, withoutNoise } from '../fixtures/raw-client.ts';
import { paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { callerWithSession } from '../fixtures/scope-fixture.ts';
import { byName, type SelectOperations } from '../fixtures/select-operations.ts';
import type { AccessFixture } from './access-fixture.ts';

const hasBody = ({ body }: Operation): boolean => body !== noBody;
const hasParams = ({ path }: Operation): boolean => path.includes('{');

/** A request that changes nothing: its ids are unknown and its body is invalid. */
const harmless = (operation: Operation) => ({
  method: operation.method,
  path: operation.path.replaceAll(/\{\w+\}/g, 'nothing-of-this-name'),
  ...(hasBody(operation) ? { body: 'not an object' } : {}),
});

/** The status of a harmless request that is authorized. */
const statusOfHarmless = (operation: Operation): number => {
  if (hasBody(operation)) return operation.invalidStatus;
  return hasParams(operation) ? 404 : operation.successStatus;
};

/** An operation accepts the credentials in its contract only. */
export function credentialRules(fixture: () => AccessFixture, select: SelectOperations): void {
  const open = OPERATIONS.filter(({ credential }) => credential === 'public');
  const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');

  describe.each(byName(select(guarded)))('%s', (_name, operation) => {
    test('rejects every invalid credential with the same response', async () => {
      const { client, invalid } = fixture();
      const responses = await Promise.all(
        invalid.map(async ([title, credential]) => {
          const response = await client.send({ ...harmless(operation), headers: bearer(credential) });
          return [title, withoutNoise(response)] as const;
        }),
      );
      const first = responses[0]?.[1];
      expect(first).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(first?.text).toMatch(/"code":"unauthorized".*"meta":\{"requestId":"","durationMs":0\}/);
      // A request with an expired key has the correct secret, so its error may say that the key is expired.
      const expired = /The API key expired at [^"]+/;
      const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(first?.text ?? '')?.[1] ?? '';
      for (const [title, { text, ...response }] of responses) {
        if (title === 'an expired key') expect(text).toMatch(expired);
        expectLabelled(title, { ...response, text: text.replace(expired, () => reason) }).toEqual(first);
      }
    });

    test('accepts the kinds of credential and the key scopes in its contract, and no others', async () => {
      const { client, keys, ours } = fixture();
      const { credential, scope } = operation;
      for (const { scopes, key } of keys) {
        const isEnough =
          credential === 'api-key' && (scope === null || scopes.includes(scope) || scopes.includes('admin'));
        const { status, text } = await client.send({ ...harmless(operation), headers: bearer(key) });
        expectLabelled(scopes.join(), status).toBe(isEnough ? statusOfHarmless(operation) : 403);
        if (!isEnough) expectLabelled(scopes.join(), text).toContain('"code":"forbidden"');
      }
      const byUser = await client.send({ ...harmless(operation), headers: bearer(ours.tenant.user.credential) });
      expect(byUser.status).toBe(statusOfHarmless(operation));
    });
  });

  test.each(byName(select(OPERATIONS.filter(({ permission }) => permission !== null))))(
    '%s is forbidden to a user of the tenant who is not a member of the organization',
    async (_name, operation) => {
      const { client, outsider, ours } = fixture();
      const body = sampleBody(operation, ours);
      const { status, text } = await client.send({
        method: operation.method,
        path: pathOf(operation, { params: paramsOf(ours, operation.path) }),
        ...(body === undefined ? {} : { body }),
        headers: bearer(outsider.credential),
      });
      expect(status).toBe(403);
      expect(text).toContain('"code":"forbidden"');
      expect(text).not.toContain(ours.marker);
    },
  );

  test.each(byName(select(OPERATIONS)))('%s succeeds for the owner of its resources', async (_name, operation) => {
    const { ours } = fixture();
    // The last resources: the operation may delete them, and later tests need the others.
    const input = { params: paramsOf(ours, operation.path, -1), body: sampleBody(operation, ours) };
    await (await callerWithSession(ours, operation)).call(operation, input);
  });

  // A reset token works only once.
  const repeatable = open.filter(({ name }) => name !== 'resetPassword');
  test.each(byName(select(repeatable)))('%s ignores credentials, valid or not', async (_name, operation) => {
    const { client, invalid, theirs, ours } = fixture();
    const others = [theirs.api.credential, theirs.tenant.user.credential];
    const requests = [...invalid.map(([, text]) => text), ...others].map((credential) => {
      const request = { ...harmless(operation), body: sampleBody(operation, ours) };
      return client.send({ ...request, headers: bearer(credential) });
    });
    for (const { status, text } of await Promise.all(requests)) {
      expect(status).toBe(operation.successStatus);
      expect(text).not.toContain(theirs.tenant.tenantId);
    }
  });
}
