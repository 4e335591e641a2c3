import type { Sensitivity } from '@strata/contracts/schemas/policy-conditions';
import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';

/** One organization, as short as a test can say it. */
export interface OrganizationOutline {
  readonly id?: string;
  /** Namespaces with their sensitivities. */
  readonly namespaces?: Readonly<Record<string, Sensitivity>>;
  readonly agents?: readonly string[];
  /** Who made the agents. */
  readonly createdBy?: string;
  readonly members?: OrganizationFacts['members'];
  readonly policies?: readonly Partial<PolicyFact>[];
}

/** Facts of a tenant with these organizations. A policy denies writing anything unless it says otherwise. */
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
