import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { noBody } from '@strata/contracts/schemas/paging';
import { pathOf } from '../fixtures/api-client.ts';
import { paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { bearer, withoutNoise, type AccessFixture } from './access-fixture.ts';
import { callerOf } from '../fixtures/scope-fixture.ts';

const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.name, operation] as const);
const isPublic = ({ credential }: Operation): boolean => credential === 'public';

/** A request that whoever is let in gets an answer to, and that changes nothing. */
const harmless = (operation: Operation) => ({
  method: operation.method,
  path: operation.path.replaceAll(/\{\w+\}/g, 'nothing-of-this-name'),
  ...(operation.body === noBody ? {} : { body: { not: 'read' } }),
});

/** Who is let in, for every operation of the table. */
export function credentialRules(stage: () => AccessFixture): void {
  describe.each(named(OPERATIONS.filter((operation) => !isPublic(operation))))('%s', (_name, operation) => {
    test('is unauthorized, in one and the same words, for every credential that is not valid now', async () => {
      const { client, invalid } = stage();
      const answers = await Promise.all(
        invalid.map(async ([title, credential]) => {
          const reply = await client.send({ ...harmless(operation), headers: bearer(credential) });
          return [title, withoutNoise(reply)] as const;
        }),
      );
      const first = answers[0]?.[1];
      expect(first).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(first?.text).toMatch(/"code":"unauthorized".*"meta":\{"requestId":"","durationMs":0\}/);
      // Only the owner of an expired key learns why it is rejected: its secret was right.
      const expired = /The API key expired at [^"]+/;
      const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(first?.text ?? '')?.[1] ?? '';
      for (const [title, { text, ...answer }] of answers) {
        if (title === 'an expired key') expect(text).toMatch(expired);
        expect([title, { ...answer, text: text.replace(expired, () => reason) }]).toEqual([title, first]);
      }
    });

    test('takes the kinds and scopes of credential that the table says, and no other', async () => {
      const { client, keys, ours } = stage();
      for (const { scopes, key } of keys) {
        const may =
          operation.credential === 'api-key' &&
          (operation.scope === null || scopes.includes(operation.scope) || scopes.includes('admin'));
        const { status, text } = await client.send({ ...harmless(operation), headers: bearer(key) });
        if (may) expect([scopes, [401, 403].includes(status)]).toEqual([scopes, false]);
        else expect([scopes, status, text]).toEqual([scopes, 403, expect.stringContaining('"code":"forbidden"')]);
      }
      const asUser = await client.send({ ...harmless(operation), headers: bearer(ours.tenant.user.credential) });
      expect([401, 403]).not.toContain(asUser.status);
    });
  });

  test.each(named(OPERATIONS.filter(({ permission }) => permission !== null)))(
    '%s is forbidden to a colleague who is no member of the organization',
    async (_name, operation) => {
      const { client, outsider: colleague, ours } = stage();
      const body = sampleBody(operation, ours);
      const reply = await client.send({
        method: operation.method,
        path: pathOf(operation, { params: paramsOf(ours, operation.path) }),
        ...(body === undefined ? {} : { body }),
        headers: bearer(colleague.credential),
      });
      expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('"code":"forbidden"')]);
      expect(reply.text).not.toContain(ours.marker);
    },
  );

  test.each(named(OPERATIONS))('%s answers its owner', async (_name, operation) => {
    const { ours } = stage();
    // The last one: whatever becomes of it, the others stay as they are.
    const asked = { params: paramsOf(ours, operation.path, -1), body: sampleBody(operation, ours) };
    await callerOf(ours, operation).call(operation, asked);
  });

  test.each(named(OPERATIONS.filter(isPublic)))(
    '%s answers anyone, and a credential of whatever kind changes nothing',
    async (_name, operation) => {
      const { client, invalid, theirs, ours } = stage();
      const others = [theirs.api.credential, theirs.tenant.user.credential];
      const replies = [...invalid.map(([, text]) => text), ...others].map((credential) => {
        const request = { ...harmless(operation), body: sampleBody(operation, ours) };
        return client.send({ ...request, headers: bearer(credential) });
      });
      for (const { status, text } of await Promise.all(replies)) {
        expect(status).toBe(operation.successStatus);
        expect(text).not.toContain(theirs.tenant.tenantId);
      }
    },
  );
}
