/**
 * Functions to write the demo's sessions with. Each returns one or more events; `sessionsOf` adds times and constant
 * idempotency keys, so that a second run sends exactly the same events.
 */

export const CODING_AGENT = 'demo-coding-agent';
export const SUPPORT_AGENT = 'demo-support-agent';

/** Part of every idempotency key. Raise it when sessions change, because a key identifies one body for ever. */
const VERSION = 'strata-demo-1';

/** Seconds before an event of each type. Only the order matters, so the times are rough. */
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

/** A message of the user. */
export const user = (content) => event('message', { role: 'user', content });

/** A message of the agent. */
export const agent = (content) => event('message', { role: 'assistant', content });

/** A successful tool call, with its result. */
export const call = (tool, input, output) => [
  { type: 'tool_call', payload: { tool_name: tool, input } },
  { type: 'tool_result', payload: { tool_name: tool, output, success: true } },
];

/** A failed tool call, with its error text. */
export const fail = (tool, input, error) => [
  { type: 'tool_call', payload: { tool_name: tool, input } },
  { type: 'tool_result', payload: { tool_name: tool, output: error, success: false } },
];

export const read = (path, excerpt) => call('read_file', { path }, excerpt);

export const search = (query, hits) => call('search_code', { query }, hits.join('\n'));

export const edit = (path, summary, diff) => event('file_edit', { path, summary, diff, success: true });

/** An edit that could not be applied. */
export const badEdit = (path, summary, error) => event('file_edit', { path, summary, success: false, error });

export const run = (command, exitCode, output) => event('command_exec', { command, exitCode, output });

export const tests = (name, passed, output) => event('test_run', { name, passed, output });

/** The run of all tests on the build server, which decides the outcome of a coding session. */
export const ci = (passed, output) => tests('CI', passed, output);

export const browse = (action, url, result) => event('browser_action', { action, url, result });

/** A response of another system's HTTP API. */
export const api = (method, url, statusCode, body) => event('api_result', { method, url, statusCode, body });

/** The help desk closes a ticket as solved or unsolved, which decides the outcome of a support session. */
export const closed = (ticket, resolved) =>
  event('message', {
    role: 'system',
    content: `Ticket ${ticket} was closed as ${resolved ? 'solved' : 'unsolved'}.`,
    resolved,
  });

/**
 * Returns a function that makes sessions of one agent. The last event decides the outcome: `passed` of a test run, or
 * `resolved` of a message.
 * @param {string} agentId
 */
export const sessionsOf =
  (agentId) =>
  /**
   * @param {string} id
   * @param {{at: string, tags: string[], speaker?: string}} about `at` in ISO 8601; `speaker` is the user's first name
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
        idempotencyKey: `${VERSION}/${id}/${String(index + 1).padStart(2, '0')}`,
      };
    });
    return { id, agentId, startedAt: at, succeeded: last.passed ?? last.resolved, events };
  };
