interface SentEvent {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

const user = (content: string): SentEvent => ({ type: 'message', payload: { role: 'user', content } });
const call = (tool_name: string, input: Record<string, unknown>): SentEvent => ({
  type: 'tool_call',
  payload: { tool_name, input },
});
const result = (tool_name: string, output: string, success = true): SentEvent => ({
  type: 'tool_result',
  payload: { tool_name, output, success },
});
const task = (passed: boolean): SentEvent => ({ type: 'test_run', payload: { name: 'task', passed } });

const asked = (n: number): SentEvent => user(`The database migration of service ${String(n)} fails, please repair it`);

/** Reads first, meets a stale schema, regenerates it, and is done. */
const careful = (n: number): SentEvent[] => [
  asked(n),
  call('read_file', { path: `services/${String(n)}/schema.sql` }),
  result('read_file', 'create table orders (…)'),
  call('run_migration', { service: String(n) }),
  result('run_migration', `Error: schema lock is stale at revision ${String(100 + n)}`, false),
  call('regenerate_schema', { service: String(n) }),
  result('regenerate_schema', 'schema written'),
  call('run_migration', { service: String(n) }),
  result('run_migration', 'migrated'),
  task(true),
];

/** Edits without reading, runs into the same wall twice, and gives up. */
const hasty = (n: number): SentEvent[] => [
  asked(n),
  call('edit_file', { path: `services/${String(n)}/schema.sql`, text: 'alter table orders' }),
  result('edit_file', 'written'),
  call('run_migration', { service: String(n) }),
  result('run_migration', `Error: schema lock is stale at revision ${String(200 + n)}`, false),
  call('run_migration', { service: String(n) }),
  result('run_migration', `Error: schema lock is stale at revision ${String(200 + n)}`, false),
  task(false),
];

/** Runs of one coding agent, half of them successful, as a client sends them. */
export const codingSessions = (count = 12): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, n) => [
    { id: `careful-${String(n)}`, events: careful(n) },
    { id: `hasty-${String(n)}`, events: hasty(n) },
  ])
    .flat()
    .flatMap(({ id, events }) =>
      events.map((event, i) => ({
        ...event,
        sessionId: id,
        metadata: { agentId: 'coder' },
        idempotencyKey: `${id}-${String(i)}`,
      })),
    );
