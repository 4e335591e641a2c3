/** Records in the shape of Claude Code's session files, made from the descriptions of its format. */

export const SESSION = '3f2a0c1e-7d54-4b6e-9a35-0c8e7f1d2b60';

const envelope = {
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  cwd: '/home/ada/orders',
  sessionId: SESSION,
  version: '2.1.230',
  gitBranch: 'main',
};
let nth = 0;
const place = () => {
  nth += 1;
  return {
    uuid: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    timestamp: new Date(1.76e12 + nth * 1000).toISOString(),
  };
};

export const user = (content: unknown, more: object = {}) => ({
  ...envelope,
  type: 'user',
  message: { role: 'user', content },
  ...place(),
  ...more,
});

export const assistant = (content: unknown, more: object = {}) => ({
  ...envelope,
  type: 'assistant',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', content, stop_reason: null },
  ...place(),
  ...more,
});

export const toolUse = (id: string, name: string, input: object) => assistant([{ type: 'tool_use', id, name, input }]);

export const toolResult = (
  id: string,
  content: unknown,
  { isError, beside }: { isError?: boolean; beside?: unknown } = {},
) =>
  user([{ type: 'tool_result', tool_use_id: id, content, ...(isError === undefined ? {} : { is_error: isError }) }], {
    ...(beside === undefined ? {} : { toolUseResult: beside }),
  });

/** A command with its result: exit code 0, or what the program writes for another one. */
export const bash = (id: string, command: string, output: string, exitCode = 0) => [
  toolUse(id, 'Bash', { command, description: 'Run it' }),
  exitCode === 0
    ? toolResult(id, output, {
        isError: false,
        beside: { stdout: output, stderr: '', interrupted: false, isImage: false },
      })
    : toolResult(id, `Exit code ${String(exitCode)}\n${output}`, {
        isError: true,
        beside: `Error: Exit code ${String(exitCode)}\n${output}`,
      }),
];
