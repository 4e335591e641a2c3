import type { Sensitivity } from '@strata/contracts/schemas/policy-conditions';
import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';

/** An organization in short form. */
export interface OrganizationOutline {
  readonly id?: string;
  /** Namespaces with their sensitivities. */
  readonly namespaces?: Readonly<Record<string, Sensitivity>>;
  readonly agents?: readonly string[];
  /** The user who registered the agents. */
  readonly createdBy?: string;
  readonly members?: OrganizationFacts['members'];
  readonly policies?: readonly Partial<PolicyFact>[];
}

/** The policy facts of a tenant with these organizations. A policy denies every write unless it says otherwise. */
export const factsOf = (...outlines: readonly OrganizationOutline[]): Facts => ({
  organizations: outlines.map(
    ({ id = 'org_a', namespaces = {}, agents = [], createdBy, members = [], policies = [] }) => ({
      id,
      members,
      namespaces: Object.entries(namespaces).map(([name, sensitivity]) => ({ id: name, sensitivity, teamIds: [] })),
      agents: agents.map((agentId) => ({ id: agentId, teamId: null, createdBy })),
      policies: policies.map((policy, place) => ({
        id: `pol_${String(place)}`,
        name: 'No',
        effect: 'deny',
        resource: '*:*',
        action: 'write',
        conditions: {},
        priority: 1,
        ...policy,
      })),
    }),
  ),
});
