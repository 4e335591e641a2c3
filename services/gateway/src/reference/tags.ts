/** A chapter of the reference: which paths belong to it, and what they have in common. */
interface Tag {
  readonly name: string;
  readonly description: string;
  /** Paths that begin so are in this chapter. */
  readonly paths: readonly string[];
}

/** In the order in which a newcomer meets them. */
const TAGS: readonly Tag[] = [
  {
    name: 'Capture',
    description: 'What agents do goes in as events. They are stored before the answer is given.',
    paths: ['/v1/capture', '/v1/secret-rules'],
  },
  {
    name: 'Learn',
    description: 'Captured events are compiled into memories and artifacts by a job, which can be watched.',
    paths: ['/v1/learn', '/v1/jobs'],
  },
  {
    name: 'Synthesize',
    description: 'The context that fits a question and a token budget comes out.',
    paths: ['/v1/synthesize'],
  },
  {
    name: 'Artifacts',
    description:
      'Knowledge that can be acted on: task schemas, failure playbooks, causal patterns and decision policies, with the evidence that carries them.',
    paths: ['/v1/artifacts'],
  },
  {
    name: 'Memories',
    description: 'Single things that were said, decided, found or done.',
    paths: ['/v1/memories'],
  },
  {
    name: 'Events',
    description: 'What was captured, as it is kept.',
    paths: ['/v1/events'],
  },
  {
    name: 'Usage',
    description: 'What a partition has used and what it holds.',
    paths: ['/v1/usage-metrics'],
  },
  {
    name: 'Accounts',
    description: 'Users register and log in, and get a token for one tenant.',
    paths: ['/v1/auth'],
  },
  {
    name: 'API keys',
    description: 'Keys for programs: shown once, kept as a hash, revoked everywhere within a second.',
    paths: ['/v1/api-keys'],
  },
  {
    name: 'Vaults',
    description: 'Secrets, encrypted, each reveal in an audit log of its vault; kept apart from memories.',
    paths: ['/v1/vaults'],
  },
  {
    name: 'Lineage',
    description: 'Where a memory comes from, and what was compiled from it.',
    paths: ['/v1/organizations/{orgId}/lineage'],
  },
  {
    name: 'Teams',
    description: 'Groups of members, which policies and namespaces name.',
    paths: ['/v1/organizations/{orgId}/teams'],
  },
  {
    name: 'Agents',
    description: 'Identities of agents: an organization governs what its own agents leave.',
    paths: ['/v1/organizations/{orgId}/agents'],
  },
  {
    name: 'Namespaces',
    description: 'Places for memories, with a sensitivity and the teams that they are open to.',
    paths: ['/v1/organizations/{orgId}/namespaces'],
  },
  {
    name: 'Lifecycle',
    description: 'When memories and events are archived and deleted, and what a policy would do now.',
    paths: ['/v1/organizations/{orgId}/lifecycle-policies'],
  },
  {
    name: 'Policies',
    description: 'Who may read or write what, under which conditions; and what would be decided, with the reason.',
    paths: ['/v1/organizations/{orgId}/policies'],
  },
  {
    name: 'Organizations',
    description:
      'An organization of the tenant: its members with their roles and teams, its agents, namespaces and policies, and the logs of what was done and who was given what.',
    paths: ['/v1/organizations', '/v1/invitations'],
  },
  {
    name: 'Service',
    description: 'How the service itself is doing, and what describes it. Open to anyone.',
    paths: ['/v1/health', '/health', '/metrics', '/.well-known', '/v1/openapi.json', '/docs'],
  },
];

/** The chapter of a path. One that no chapter claims is named after its first segment. */
export function tagOf(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)));
  return tag?.name ?? path.split('/').find((segment) => !['', 'v1'].includes(segment)) ?? path;
}

/** Those chapters that `names` has, in their order. */
export const describeTags = (names: ReadonlySet<string>): { name: string; description: string }[] =>
  TAGS.filter(({ name }) => names.has(name)).map(({ name, description }) => ({ name, description }));
