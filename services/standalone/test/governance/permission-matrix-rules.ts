import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { revokeApiKey } from '@strata/contracts/operations/accounts';
import { getErasure, startErasure } from '@strata/contracts/operations/erasures';
import { getExport, startExport } from '@strata/contracts/operations/exports';
import { updateLearnSettings } from '@strata/contracts/operations/learn-settings';
import { acceptInvitation } from '@strata/contracts/operations/organizations';
import { updateSecretRule } from '@strata/contracts/operations/secret-rules';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { ROLE_PERMISSIONS, ROLES, type Role } from '@strata/contracts/schemas/organization';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { pathOf, type CallInput } from '../fixtures/api-client.ts';
import { invitationFor, newMember, newOrganization } from '../fixtures/members.ts';
import { newTenant } from '../fixtures/new-tenant.ts';
import { bearer, RawClient } from '../fixtures/raw-client.ts';
import { createResource, paramsOf, paramsToDelete } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { callerWithSession, endsSession, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import { byName } from '../fixtures/select-operations.ts';

const VAULT = '/v1/vaults/{id}';
const VAULT_ITEM = `${VAULT}/items/{itemId}`;
const READERS: readonly Role[] = ['analyst', 'viewer'];
const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');

/** They are about the whole tenant. */
const FOR_ADMINS: readonly Operation[] = [updateSecretRule, updateLearnSettings, startErasure, startExport, getExport];

const isAllowed = (role: Role, operation: Operation): boolean => {
  const { permission, scope } = operation;
  if (FOR_ADMINS.includes(operation)) return role === 'owner' || role === 'admin';
  return (
    (permission === null || ROLE_PERMISSIONS[role].includes(permission)) &&
    (scope === null || scope === 'read' || !READERS.includes(role))
  );
};

/** Every operation checks every kind of caller: the six roles, and callers without a role. */
export function permissionMatrixRules(base: () => string, fixture: () => ScopeFixture): void {
  // Deletions last: other operations need the resources.
  const operations = [...guarded].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  let client: RawClient;
  let scope: ScopeFixture;
  /** The member of each role, with the resources of the organization and a vault of its own. */
  const members = new Map<Role, ScopeFixture>();
  let strangers: { title: string; credential: string | undefined; status: number }[];

  beforeAll(async () => {
    client = new RawClient(base());
    scope = fixture();
    const { tenant } = scope;
    const [orgId = ''] = scope.resources.get('/v1/organizations/{orgId}') ?? [];
    for (const role of ROLES) members.set(role, await memberOf(orgId, role));
    const otherTenant = await newTenant(base());
    await newOrganization(otherTenant.user);
    const { user: withoutOrganization } = await newTenant(base());
    strangers = [
      { title: 'a member of another tenant', credential: otherTenant.user.credential, status: 404 },
      { title: 'a user without an organization', credential: withoutOrganization.credential, status: 404 },
      { title: 'an API key', credential: tenant.api.credential, status: 403 },
      { title: 'no credential', credential: undefined, status: 401 },
    ];
  });

  async function memberOf(orgId: string, role: Role): Promise<ScopeFixture> {
    const { tenant } = scope;
    const { user, email } = await newMember(tenant.user, orgId, role);
    // With the same role: a higher role in another organization would let a reader write in the tenant.
    const invitationToken = operations.includes(acceptInvitation)
      ? await invitationFor(email, tenant.user, role)
      : undefined;
    const own = { ...scope, tenant: { ...tenant, user }, invitationToken, resources: new Map(scope.resources) };
    if (READERS.includes(role)) return own;
    for (const path of [VAULT, VAULT_ITEM]) own.resources.set(path, [await createResource(own, path)]);
    return own;
  }

  const send = async (operation: Operation, input: CallInput, credential: string | undefined) => {
    const { method } = operation;
    const path = pathOf(operation, input);
    const body = input.body === undefined ? {} : { body: input.body };
    return client.send({ method, path, ...body, headers: bearer(credential) });
  };

  describe.each(byName(operations))('%s', (_name, operation) => {
    test.each(ROLES)('responds to the role %s according to its permissions', async (role) => {
      const member = members.get(role);
      if (member === undefined) throw new Error(`No member has the role ${role}`);
      const params =
        operation.method === 'DELETE' ? await paramsToDelete(scope, operation) : paramsOf(member, operation.path);
      const input = { params, body: sampleBody(operation, member) };
      const { user } = endsSession(operation) ? { user: await callerWithSession(scope, operation) } : member.tenant;
      const { status, text } = await send(operation, input, user.credential);
      if (isAllowed(role, operation)) {
        // A reader creates no vault, so each vault is a foreign one. So is a key or an erasure of another
        // user, except for tenant admins.
        const isAdmin = role === 'owner' || role === 'admin';
        const isHidden =
          (READERS.includes(role) && operation.path.startsWith(VAULT)) ||
          ((operation === revokeApiKey || operation === getErasure) && !isAdmin);
        expectLabelled(text, status).toBe(isHidden ? 404 : operation.successStatus);
      } else {
        expectLabelled(text, status).toBe(403);
        expect(text).toContain('"code":"forbidden"');
      }
    });

    if (operation.permission !== null)
      test('rejects callers without a role', async () => {
        const input = { params: paramsOf(scope, operation.path), body: sampleBody(operation, scope) };
        for (const { title, credential, status } of strangers)
          expectLabelled(title, (await send(operation, input, credential)).status).toBe(status);
      });
  });

  test('no member has another role after these requests', async () => {
    for (const [role, { tenant, resources }] of members) {
      const [orgId = ''] = resources.get('/v1/organizations/{orgId}') ?? [];
      const { body } = await tenant.user.get(`/v1/organizations/${orgId}`);
      expectLabelled(role, body).toMatchObject({ data: { role } });
    }
  });
}
