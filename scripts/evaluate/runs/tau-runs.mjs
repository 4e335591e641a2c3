/** Tools of tau-bench that change something begin with one of these verbs. */
const CHANGE = /^(?:book|cancel|exchange|modify|return|send|transfer|update)_/;
export const isChange = (tool) => CHANGE.test(tool);

const ERROR = /^\s*(?:error|exception|traceback)\b/i;
const textOf = (content) =>
  typeof content === 'string' ? content : content === null ? '' : JSON.stringify(content ?? '');

/** Reads runs of a tau-bench result file. A run passed if its reward is 1. System prompts are left out. */
export function readTauRuns(rows) {
  return rows.map((row, at) => {
    const passed = row.reward === 1;
    const task = row.info?.task ?? {};
    const { events, calls, users } = readMessages(row.traj);
    return {
      id: `${row.task_id}-${row.trial ?? 0}-${at}`,
      task: String(row.task_id),
      passed,
      users,
      calls,
      gold: (task.actions ?? []).map(({ name }) => name),
      customer: task.user_id ?? null,
      events: [...events, { type: 'test_run', payload: { name: 'task', passed } }],
    };
  });
}

function readMessages(messages) {
  const events = [];
  const calls = [];
  const users = [];
  const open = [];
  for (const message of messages) {
    const text = textOf(message.content);
    if (message.role === 'system') continue;
    if (message.role === 'tool') {
      const call = open.shift();
      const tool = message.name ?? call?.tool ?? 'unknown';
      if (call !== undefined) Object.assign(call, { output: text, failed: ERROR.test(text) });
      events.push({ type: 'tool_result', payload: { tool_name: tool, output: text } });
      continue;
    }
    if (text.trim() !== '') {
      events.push({ type: 'message', payload: { role: message.role, content: text } });
      if (message.role === 'user') users.push(text);
    }
    for (const { function: called } of message.tool_calls ?? []) {
      const call = { tool: called.name, input: inputOf(called.arguments), output: '', failed: false };
      open.push(call);
      calls.push(call);
      events.push({ type: 'tool_call', payload: { tool_name: call.tool, input: call.input } });
    }
  }
  return { events, calls, users };
}

function inputOf(given) {
  if (typeof given !== 'string') return given ?? {};
  try {
    return JSON.parse(given) ?? {};
  } catch {
    return { text: given };
  }
}
