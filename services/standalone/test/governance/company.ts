import { createApiKey } from '@strata/contracts/operations/accounts';
import { captureBatch } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { ROLES, type Role } from '@strata/contracts/schemas/organization';
import { z } from 'zod';
import type { ApiClient, Reply } from '../end-to-end/api-client.ts';
import { foundOrganization, inviteColleague, type Colleague } from '../end-to-end/colleague.ts';
import { newTenant, type NewTenant } from '../end-to-end/system.ts';

const created = z.object({ id: z.string() });

/** A tenant with one organization, for rules about what its policies do. */
export class Company {
  readonly tenant: NewTenant;
  readonly orgId: string;

  private constructor(tenant: NewTenant, orgId: string) {
    this.tenant = tenant;
    this.orgId = orgId;
  }

  static async found(base: string): Promise<Company> {
    const tenant = await newTenant(base);
    return new Company(tenant, await foundOrganization(tenant.user));
  }

  /** A path under the organization. */
  path(rest: string): string {
    return `/v1/organizations/${this.orgId}/${rest}`;
  }

  /** Makes something in the organization, as its owner. @returns its id */
  async make(collection: string, body: object): Promise<string> {
    return created.parse(dataOf(await this.tenant.user.post(this.path(collection), body), 201)).id;
  }

  policy(policy: {
    effect: 'allow' | 'deny';
    resource: string;
    action?: string;
    priority?: number;
    conditions?: object;
  }): Promise<string> {
    const name = `${policy.effect} ${policy.resource}`;
    return this.make('policies', { name, action: '*', priority: 0, ...policy });
  }

  namespace(name: string, sensitivity: string, teamIds: string[] = []): Promise<string> {
    return this.make('namespaces', { name, sensitivity, teamIds });
  }

  colleague(role: Role): Promise<Colleague> {
    return inviteColleague(this.tenant.user, this.orgId, role);
  }

  /** One colleague of each role. */
  async everyRole(): Promise<ReadonlyMap<Role, Colleague>> {
    const colleagues = new Map<Role, Colleague>();
    for (const role of ROLES) colleagues.set(role, await this.colleague(role));
    return colleagues;
  }

  /** A key that acts as an agent. */
  async keyOf(agentId: string): Promise<ApiClient> {
    const body = { name: 'Agent', scopes: ['read', 'write'], agentId };
    return this.tenant.user.as((await this.tenant.user.ask(createApiKey, { body })).key);
  }

  /** Captures one saying for each place, by the owner, and learns them. */
  async tell(...sayings: { content: string; metadata?: object; sessionId?: string }[]): Promise<void> {
    const events = sayings.map(({ content, metadata = {}, sessionId = 's' }) => saying(content, metadata, sessionId));
    const { errorDetails } = await this.tenant.user.ask(captureBatch, { body: { events } });
    if (errorDetails.length > 0) throw new Error(`Not captured: ${JSON.stringify(errorDetails)}`);
    await this.tenant.user.learn();
  }
}

export const saying = (content: string, metadata: object = {}, sessionId = 's'): Record<string, unknown> => ({
  type: 'message',
  sessionId,
  payload: { role: 'Maya', content },
  metadata,
});

/** The data of an answer with this status. @throws Error that shows any other. */
export function dataOf(reply: Reply, status = 200): unknown {
  if (reply.status !== status) throw new Error(`Answered ${String(reply.status)}: ${JSON.stringify(reply.body)}`);
  return (reply.body as { data: unknown }).data;
}

/** What synthesize gives a caller, as one text. */
export async function told(to: ApiClient, query: string, more: object = {}): Promise<string> {
  const { sections } = await to.ask(synthesize, { body: { query, maxTokens: 2000, ...more } });
  return sections.map(({ content }) => content).join('\n');
}
