import type { OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import { newId } from '@strata/kernel/ids';
import { organization } from './reading-fixture.ts';

let policies = 0;
/** A policy that denies all reading, with changes. */
export const denyPolicy = (change: Partial<PolicyFact>): PolicyFact => {
  policies += 1;
  const id = `pol_${String(policies)}`;
  return { id, name: id, effect: 'deny', resource: '*:*', action: 'read', conditions: {}, priority: 0, ...change };
};

export const ORGANIZATION = 'org_harbour';
export const OPEN = newId('nsp');
export const CLOSED = newId('nsp');
const TEAM = newId('team');
export const AGENT = newId('agt');
export const MEMBER = newId('usr');
export const ANALYST = newId('usr');
export const OWNER = newId('usr');

/** An organization with an open and a restricted namespace, a member of its team, an analyst, an owner and an agent. */
export const organizationWith = (...rules: Partial<PolicyFact>[]): OrganizationFacts =>
  organization({
    id: ORGANIZATION,
    namespaces: [
      { id: OPEN, sensitivity: 'internal', teamIds: [] },
      { id: CLOSED, sensitivity: 'restricted', teamIds: [TEAM] },
    ],
    agents: [{ id: AGENT, teamId: TEAM }],
    members: [
      { userId: MEMBER, role: 'developer', teamIds: [TEAM] },
      { userId: ANALYST, role: 'analyst', teamIds: [] },
      { userId: OWNER, role: 'owner', teamIds: [] },
    ],
    policies: rules.map(denyPolicy),
  });
