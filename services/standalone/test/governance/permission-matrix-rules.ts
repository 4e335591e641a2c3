import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { acceptInvitation } from '@strata/contracts/operations/organizations';
import { updateSecretRule } from '@strata/contracts/operations/secret-rules';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { ROLE_PERMISSIONS, ROLES, type Role } from '@strata/contracts/schemas/organization';
import { pathOf, type ApiClient, type ApiResponse } from '../fixtures/api-client.ts';
import { createResources, paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { newTenant, type RunningSystem } from '../fixtures/new-tenant.ts';
import { createScopeFixture, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import { OrganizationFixture } from '../fixtures/organization-fixture.ts';

const READERS: readonly Role[] = ['analyst', 'viewer'];
const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');

/** Whether a member with no other role may have an operation done. Rules on secrets are the tenant's. */
const mayDo = (role: Role, operation: Operation): boolean => {
  const { permission, scope } = operation;
  if (operation === updateSecretRule) return role === 'owner' || role === 'admin';
  return (
    (permission === null || ROLE_PERMISSIONS[role].includes(permission)) &&
    (scope === null || scope === 'read' || !READERS.includes(role))
  );
};

/** Every operation by every kind of caller: six roles, and who has none. */
export function permissionMatrixRules(system: () => RunningSystem): void {
  let company: OrganizationFixture;
  let world: ScopeFixture;
  const members = new Map<Role, ApiClient>();
  let strangers: { title: string; caller: ApiClient; statusOf: (operation: Operation) => number }[];

  beforeAll(async () => {
    company = await OrganizationFixture.create(system().base);
    world = await createScopeFixture(company.tenant, 'live');
    for (const [role, { user }] of await company.newMemberOfEachRole()) members.set(role, user);
    await createResources(world);
    const outside = await company.newMember('developer');
    const elsewhere = await OrganizationFixture.create(system().base);
    const { user: nobodyHere } = await newTenant(system().base);
    strangers = [
      { title: 'a member of another tenant', caller: elsewhere.tenant.user, statusOf: () => 404 },
      { title: 'a stranger', caller: nobodyHere, statusOf: () => 404 },
      { title: 'an API key', caller: company.tenant.api, statusOf: () => 403 },
      { title: 'no credential', caller: outside.user.as(undefined), statusOf: () => 401 },
    ];
  }, 180_000);

  /** A request that its caller's role decides about: everything beside the organization is unknown, so nothing is lost. */
  const attempt = (caller: ApiClient, operation: Operation): Promise<ApiResponse> => {
    const params = Object.fromEntries(
      Object.keys(paramsOf(world, operation.path)).map((name) => [name, name === 'orgId' ? company.orgId : 'unknown']),
    );
    const path = pathOf(operation, { params });
    const body = sampleBody(operation, world);
    switch (operation.method) {
      case 'GET':
        return caller.get(path);
      case 'DELETE':
        return caller.delete(path);
      case 'PATCH':
        return caller.patch(path, body);
      case 'POST':
        return caller.post(path, body);
    }
  };

  describe.each(guarded.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
    test.each(ROLES)('by the role %s', async (role) => {
      const member = members.get(role);
      if (member === undefined) throw new Error(`Nobody has the role ${role}`);
      const { status, body } = await attempt(member, operation);
      // The invitation at hand is somebody else's.
      const refusal = operation === acceptInvitation ? [400] : [];
      if (mayDo(role, operation)) expect([200, 201, 202, 404, 409, ...refusal]).toContain(status);
      else expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    });

    if (operation.permission !== null)
      test('by whoever is no member', async () => {
        for (const { title, caller, statusOf } of strangers)
          expect([title, (await attempt(caller, operation)).status]).toEqual([title, statusOf(operation)]);
      });
  });

  test('what the members did changed no role', async () => {
    for (const [role, member] of members) {
      const { body } = await member.get(company.path('').slice(0, -1));
      expect([role, body]).toMatchObject([role, { data: { role } }]);
    }
  });
}
