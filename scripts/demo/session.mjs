/**
 * The words that the demo's sessions are written in. Each word gives one event or several; `sessionsOf` puts them on a
 * time line and gives each an idempotency key that never changes, so that a second run sends the very same events.
 */

export const CODING_AGENT = 'demo-coding-agent';
export const SUPPORT_AGENT = 'demo-support-agent';

/** Part of every idempotency key: raise it when sessions change, since a key stands for one body for good. */
const EDITION = 'strata-demo-1';

/** Seconds that pass before an event of each type; a session needs an order in time, not a stopwatch. */
const PACE = {
  message: 45,
  tool_call: 6,
  tool_result: 2,
  api_result: 3,
  browser_action: 12,
  file_edit: 90,
  command_exec: 20,
  test_run: 40,
};

const event = (type, payload) => [{ type, payload }];

/** What the person who asks says. */
export const user = (content) => event('message', { role: 'user', content });

/** What the agent says. */
export const agent = (content) => event('message', { role: 'assistant', content });

/** A tool call that worked, with its result. */
export const call = (tool, input, output) => [
  { type: 'tool_call', payload: { tool_name: tool, input } },
  { type: 'tool_result', payload: { tool_name: tool, output, success: true } },
];

/** A tool call that was refused, with its error text. */
export const fail = (tool, input, error) => [
  { type: 'tool_call', payload: { tool_name: tool, input } },
  { type: 'tool_result', payload: { tool_name: tool, output: error, success: false } },
];

export const read = (path, excerpt) => call('read_file', { path }, excerpt);

export const search = (query, hits) => call('search_code', { query }, hits.join('\n'));

export const edit = (path, summary, diff) => event('file_edit', { path, summary, diff, success: true });

/** An edit that could not be applied. */
export const badEdit = (path, summary, error) => event('file_edit', { path, summary, success: false, error });

/** A shell command. */
export const run = (command, exitCode, output) => event('command_exec', { command, exitCode, output });

export const tests = (name, passed, output) => event('test_run', { name, passed, output });

/** The run of all tests on the build server: the last word on a session of the coding agent. */
export const ci = (passed, output) => tests('CI', passed, output);

export const browse = (action, url, result) => event('browser_action', { action, url, result });

/** An answer of another system's HTTP interface. */
export const api = (method, url, statusCode, body) => event('api_result', { method, url, statusCode, body });

/** The help desk closes a ticket and says whether the customer was helped: the last word on a session of the support agent. */
export const closed = (ticket, resolved) =>
  event('message', {
    role: 'system',
    content: `Ticket ${ticket} was closed as ${resolved ? 'solved' : 'unsolved'}.`,
    resolved,
  });

/**
 * A maker of sessions for one agent. A session's last event says how it ended: `passed` of a test run, or `resolved`.
 * @param {string} agentId
 */
export const sessionsOf =
  (agentId) =>
  /**
   * @param {string} id
   * @param {{at: string, tags: string[], speaker?: string}} about `at` ISO 8601; `speaker` the first name of who asks
   * @param {...{type: string, payload: object}[]} parts
   */
  (id, { at, tags, speaker }, ...parts) => {
    const flat = parts.flat();
    const last = flat.at(-1).payload;
    let time = Date.parse(at);
    const events = flat.map(({ type, payload }, index) => {
      time += PACE[type] * 1000;
      const named = type === 'message' && payload.role === 'user' && speaker !== undefined;
      return {
        type,
        sessionId: id,
        payload: named ? { role: payload.role, name: speaker, content: payload.content } : payload,
        metadata: { agentId, source: 'demo', tags, occurredAt: new Date(time).toISOString() },
        idempotencyKey: `${EDITION}/${id}/${String(index + 1).padStart(2, '0')}`,
      };
    });
    return { id, agentId, startedAt: at, succeeded: last.passed ?? last.resolved, events };
  };
