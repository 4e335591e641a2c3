/** A chapter of the reference. */
interface Tag {
  readonly name: string;
  readonly description: string;
  /** The beginnings of the paths in this chapter. */
  readonly paths: readonly string[];
}

/** In the order in which a new user needs them. */
const TAGS: readonly Tag[] = [
  {
    name: 'Capture',
    description: 'Send what agents do as events. They are stored before the response is sent.',
    paths: ['/v1/capture', '/v1/otlp', '/v1/secret-rules'],
  },
  {
    name: 'Learn',
    description: 'A job compiles captured events into memories and artifacts.',
    paths: ['/v1/learn', '/v1/jobs'],
  },
  {
    name: 'Synthesize',
    description: 'Get the context that answers a question within a token budget, and say what came of it.',
    paths: ['/v1/synthesize', '/v1/feedback'],
  },
  {
    name: 'Artifacts',
    description:
      'Knowledge compiled from many sessions: task schemas, failure playbooks, causal patterns and decision policies, with their evidence.',
    paths: ['/v1/artifacts'],
  },
  {
    name: 'Memories',
    description: 'Single statements about what was said, decided, found or done.',
    paths: ['/v1/memories'],
  },
  {
    name: 'Erasures',
    description: 'Remove all data of one end user, agent or session from every store.',
    paths: ['/v1/erasures'],
  },
  {
    name: 'Exports',
    description: 'Give out all data of one end user.',
    paths: ['/v1/exports'],
  },
  {
    name: 'Events',
    description: 'The captured events.',
    paths: ['/v1/events'],
  },
  {
    name: 'Sessions',
    description: 'The runs of agents that events belong to, and how each ended.',
    paths: ['/v1/sessions'],
  },
  {
    name: 'Usage',
    description: 'What a tenant has used and stored, per environment.',
    paths: ['/v1/usage-metrics', '/v1/usage-series'],
  },
  {
    name: 'Accounts',
    description: 'Users register and log in, get a token for one tenant, change passwords and end their sessions.',
    paths: ['/v1/auth'],
  },
  {
    name: 'API keys',
    description:
      'Credentials of programs. A key is shown once, stored as a hash, and revoked everywhere within a second.',
    paths: ['/v1/api-keys'],
  },
  {
    name: 'Vaults',
    description: 'Encrypted secrets, separate from memories. Each reveal is recorded in the audit log of its vault.',
    paths: ['/v1/vaults'],
  },
  {
    name: 'Lineage',
    description: 'Where a memory comes from, and what was compiled from it.',
    paths: ['/v1/organizations/{orgId}/lineage'],
  },
  {
    name: 'Teams',
    description: 'Groups of members, for policies and namespaces.',
    paths: ['/v1/organizations/{orgId}/teams'],
  },
  {
    name: 'Agents',
    description: 'Registered agents. An organization governs the data of its own agents.',
    paths: ['/v1/organizations/{orgId}/agents'],
  },
  {
    name: 'Namespaces',
    description: 'Named areas for data, with a sensitivity and the teams that may read them.',
    paths: ['/v1/organizations/{orgId}/namespaces'],
  },
  {
    name: 'Lifecycle',
    description: 'When data is archived and deleted, and what a lifecycle policy would do now.',
    paths: ['/v1/organizations/{orgId}/lifecycle-policies'],
  },
  {
    name: 'Policies',
    description: 'Who may read or write which data, and the decision for a given case, with its reason.',
    paths: ['/v1/organizations/{orgId}/policies'],
  },
  {
    name: 'Organizations',
    description:
      'Parts of the tenant, each with members and their roles, teams, agents, namespaces, policies, and logs of changes and of access.',
    paths: ['/v1/organizations', '/v1/invitations'],
  },
  {
    name: 'Service',
    description: 'Health, metrics and description of the service. No credential needed.',
    paths: ['/v1/health', '/health', '/.well-known', '/v1/openapi.json', '/docs'],
  },
];

/** The chapter of a path; a path without one is in a chapter named after its first segment. */
export function tagOf(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)));
  return tag?.name ?? path.split('/').find((segment) => !['', 'v1'].includes(segment)) ?? path;
}

/** The chapters in `names`, in their order. */
export const describeTags = (names: ReadonlySet<string>): { name: string; description: string }[] =>
  TAGS.filter(({ name }) => names.has(name)).map(({ name, description }) => ({ name, description }));
