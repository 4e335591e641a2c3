import { createRandom } from './random.mjs';
import { makeText, makeTopic } from './text.mjs';

const FIRST_DAY = Date.parse('2025-03-01T08:00:00Z');
const SESSION_MS = 3_600_000;
const STEP_MS = 9_000;
const AREAS = ['orders', 'billing', 'search', 'accounts', 'notifications', 'exports', 'catalog', 'shipping'];
const PARTS = ['handler', 'repository', 'schema', 'client', 'worker', 'mapper', 'validator', 'cache'];

/** Mistakes of a coding agent: the command that fails, its error text, and the command that helps. */
const MISTAKES = [
  {
    command: 'pnpm migrate:up',
    error: (r) => `Error: migration lock is stale: expected checksum ${r.hex(8)}, found ${r.hex(8)}`,
    remedy: 'pnpm migrate:lock',
  },
  {
    command: 'pnpm build',
    error: (r) =>
      `src/${r.pick(AREAS)}/${r.pick(PARTS)}.ts(${r.between(3, 300)},7): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.`,
    remedy: 'pnpm typecheck --fix',
  },
  {
    command: 'git push origin HEAD',
    error: (r) => `! [rejected] HEAD -> feature-${r.between(100, 999)} (non-fast-forward)`,
    remedy: 'git pull --rebase',
  },
  {
    command: 'pnpm install',
    error: (r) =>
      `ERR_PNPM_OUTDATED_LOCKFILE Cannot install with frozen lockfile: ${r.between(1, 9)} specifiers differ`,
    remedy: 'pnpm install --no-frozen-lockfile',
  },
  {
    command: 'docker compose up -d db',
    error: (r) => `Error: bind: address already in use 0.0.0.0:${r.between(5400, 5499)} (container ${r.hex(12)})`,
    remedy: 'docker compose down',
  },
  {
    command: 'pnpm dev',
    error: (r) => `Error: connect ECONNREFUSED 127.0.0.1:${r.between(3000, 9000)} at TCPConnectWrap.afterConnect`,
    remedy: 'docker compose up -d db',
  },
];

/**
 * Sessions of a coding agent: a task in words, reading, searching, editing, commands that fail and commands that help,
 * and a last test run, which decides the outcome.
 * @param {{seed: number, events: number, sessions: number, agentId: string, sessionsPerAgent?: number}} of
 *   One agent has all sessions, or the next `sessionsPerAgent` ones: `<agentId>-0`, `<agentId>-1` …
 * @returns {Generator<object>} events as a client sends them, `events` / `sessions` per session
 */
export function* agentSessions({ seed, events, sessions, agentId: name, sessionsPerAgent }) {
  const random = createRandom(seed);
  const topics = Array.from({ length: 40 }, () => makeTopic(random));
  const length = Math.floor(events / sessions);
  for (let session = 0; session < sessions; session++) {
    const agentId = sessionsPerAgent === undefined ? name : `${name}-${Math.floor(session / sessionsPerAgent)}`;
    const steps = makeSession(random, random.pick(topics), length + (session < events % sessions ? 1 : 0));
    for (const [step, { type, payload }] of steps.entries()) {
      const occurredAt = new Date(FIRST_DAY + session * SESSION_MS + step * STEP_MS).toISOString();
      yield { type, sessionId: `run-${seed}-${session}`, payload, metadata: { agentId, tags: ['coding'], occurredAt } };
    }
  }
}

function makeSession(random, topic, length) {
  const area = random.pick(AREAS);
  const steps = [say('user', `The ${area} ${random.pick(PARTS)} needs work. ${makeText(random, topic, 2)}`)];
  while (steps.length < length - 2) steps.push(...makeEpisode(random, topic, area));
  const passed = random.chance(0.7);
  const last = [
    say('assistant', `${passed ? 'Done' : 'I could not finish'}: ${makeText(random, topic, 2)}`),
    testRun('CI', passed, `${random.between(80, 900)} passed, ${passed ? 0 : random.between(1, 9)} failed`),
  ];
  return [...steps.slice(0, Math.max(0, length - last.length)), ...last].slice(-length);
}

function makeEpisode(random, topic, area) {
  const path = `services/${area}/src/${random.pick(PARTS)}-${random.between(1, 40)}.ts`;
  switch (random.between(0, 5)) {
    case 0:
      return call('read_file', { path, from: random.between(1, 200) }, makeText(random, topic, 4));
    case 1:
      return call(
        'search_code',
        { query: random.pick(topic), limit: 20 },
        `${path}:${random.between(1, 300)}\n${makeText(random, topic, 1)}`,
      );
    case 2:
      return [
        ...call('read_file', { path }, makeText(random, topic, 3)),
        {
          type: 'file_edit',
          payload: {
            path,
            summary: makeText(random, topic, 1),
            diff: `@@ -${random.between(1, 90)},4 +12,6 @@\n+${makeText(random, topic, 2)}`,
            success: true,
          },
        },
        testRun(`${area} tests`, true, `${random.between(10, 90)} passed`),
      ];
    case 3:
      return [say('assistant', makeText(random, topic, random.between(1, 3)))];
    case 4: {
      const failed = random.chance(0.5);
      return [
        testRun(
          `${area} tests`,
          !failed,
          failed
            ? `AssertionError: expected ${random.between(1, 99)} to equal ${random.between(1, 99)} at ${path}:${random.between(1, 300)}`
            : `${random.between(10, 90)} passed`,
        ),
      ];
    }
    default:
      return makeMistake(random);
  }
}

function makeMistake(random) {
  const { command, error, remedy } = random.pick(MISTAKES);
  const helped = random.chance(0.8);
  return [
    run(command, 1, error(random)),
    ...(random.chance(0.3) ? [run(command, 1, error(random))] : []),
    run(remedy, 0, `ok in ${random.between(1, 90)} s`),
    helped ? run(command, 0, `finished in ${random.between(1, 60)} s`) : run(command, 1, error(random)),
  ];
}

const say = (role, content) => ({ type: 'message', payload: { role, content } });
const run = (command, exitCode, output) => ({ type: 'command_exec', payload: { command, exitCode, output } });
const testRun = (name, passed, output) => ({ type: 'test_run', payload: { name, passed, output } });
const call = (tool, input, output) => [
  { type: 'tool_call', payload: { tool_name: tool, input } },
  { type: 'tool_result', payload: { tool_name: tool, output, success: true } },
];
