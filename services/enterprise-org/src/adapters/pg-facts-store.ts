import type { Facts, OrganizationFacts } from '@strata/contracts/schemas/policy-facts';
import type { Database } from '@strata/platform/database/database';
import type { FactsStore } from '../facts/facts-store.ts';

const VERSION = `
  select coalesce((select version from policy_facts_versions where tenant_id = $1), 0)::text as version`;

/** One statement, so that all facts and their version are of one moment. */
const FACTS = `
  ${VERSION}, (
    select coalesce(json_agg(json_build_object('id', id, 'isOfTenant', of_tenant) order by seq), '[]') from organizations where tenant_id = $1
  ) as organizations, (
    select coalesce(json_object_agg(organization_id, rows), '{}') from (
      select n.organization_id, json_agg(json_build_object(
        'id', n.id, 'sensitivity', n.sensitivity, 'teamIds', coalesce(t.ids, '[]')) order by n.seq) as rows
      from namespaces n left join (
        select namespace_id, json_agg(team_id order by team_id) as ids from namespace_teams
        where tenant_id = $1 group by namespace_id
      ) t on t.namespace_id = n.id
      where n.tenant_id = $1 group by n.organization_id
    ) each
  ) as namespaces, (
    select coalesce(json_object_agg(organization_id, rows), '{}') from (
      select organization_id, json_agg(json_build_object(
        'id', id, 'teamId', team_id, 'createdBy', created_by) order by seq) as rows
      from agents where tenant_id = $1 group by organization_id
    ) each
  ) as agents, (
    select coalesce(json_object_agg(organization_id, rows), '{}') from (
      select m.organization_id, json_agg(json_build_object(
        'userId', m.user_id, 'role', m.role, 'teamIds', coalesce(t.ids, '[]')) order by m.seq) as rows
      from members m left join (
        select member_id, json_agg(team_id order by team_id) as ids from team_members
        where tenant_id = $1 group by member_id
      ) t on t.member_id = m.id
      where m.tenant_id = $1 and m.joined_at is not null group by m.organization_id
    ) each
  ) as members, (
    select coalesce(json_object_agg(organization_id, rows), '{}') from (
      select organization_id, json_agg(json_build_object(
        'id', id, 'name', name, 'effect', effect, 'resource', resource, 'action', action,
        'conditions', conditions, 'priority', priority) order by seq) as rows
      from policies where tenant_id = $1 group by organization_id
    ) each
  ) as policies`;

type ByOrganization<Kind extends keyof OrganizationFacts> = Readonly<Record<string, OrganizationFacts[Kind]>>;

interface FactsRow {
  readonly version: string;
  readonly organizations: readonly { readonly id: string; readonly isOfTenant: boolean }[];
  readonly namespaces: ByOrganization<'namespaces'>;
  readonly agents: ByOrganization<'agents'>;
  readonly members: ByOrganization<'members'>;
  readonly policies: ByOrganization<'policies'>;
}

/** Policy facts, read from the tables of this service. */
export const createPgFactsStore = (database: Database): FactsStore => ({
  read: (scope, knownVersion) =>
    database.inTenant(scope, async (tx) => {
      if (knownVersion !== null) {
        const [known] = await tx.query<{ version: string }>(VERSION, [scope.tenantId]);
        if (known?.version === knownVersion) return { version: knownVersion, facts: null };
      }
      const [row] = await tx.query<FactsRow>(FACTS, [scope.tenantId]);
      if (row === undefined) throw new Error('The facts could not be read');
      return { version: row.version, facts: factsOf(row) };
    }),
});

const factsOf = ({ organizations, namespaces, agents, members, policies }: FactsRow): Facts => ({
  organizations: organizations.map(({ id, isOfTenant }) => ({
    id,
    isOfTenant,
    namespaces: namespaces[id] ?? [],
    agents: agents[id] ?? [],
    members: members[id] ?? [],
    policies: policies[id] ?? [],
  })),
});
