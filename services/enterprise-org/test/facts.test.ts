import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readPolicyFacts } from '@strata/contracts/calls/organizations';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { startRig, type Person, type Rig } from './rig.ts';

describeOnDatabases('The facts that decisions need', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  const read = ({ context }: Person, knownVersion: string | null = null) =>
    rig.bus.call(readPolicyFacts, { knownVersion }, context);

  test('of a tenant that never had an organization are none, in version 0', async () => {
    const somebody = rig.person();
    expect(await read(somebody)).toEqual({ version: '0', facts: { organizations: [] } });
    expect(await read(somebody, '0')).toEqual({ version: '0', facts: null });
  });

  test('hold organizations, and the members who have joined', async () => {
    const { orgId, owner } = await rig.found();
    const { orgId: second } = await rig.found(owner);
    const member = await rig.join(orgId, owner, 'analyst');
    const none = { namespaces: [], agents: [], policies: [] };
    const founder = { userId: owner.userId, role: 'owner', teamIds: [] };
    expect((await read(owner)).facts).toEqual({
      organizations: [
        { id: orgId, ...none, members: [founder, { userId: member.userId, role: 'analyst', teamIds: [] }] },
        { id: second, ...none, members: [founder] },
      ],
    });
  });
});
