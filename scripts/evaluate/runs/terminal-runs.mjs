/** Reads runs of shell agents. Runs without a verdict are left out. */
export function readTerminalRuns(rows) {
  return rows
    .filter(({ resolved }) => typeof resolved === 'boolean')
    .map(({ task, instruction, resolved, actions }, at) => ({
      id: `${task}-${at}`,
      task: String(task),
      passed: resolved,
      users: [instruction],
      calls: [],
      gold: [],
      customer: null,
      events: [
        { type: 'message', payload: { role: 'user', content: instruction } },
        ...actions.flatMap(eventsOf),
        { type: 'test_run', payload: { name: 'task', passed: resolved } },
      ],
    }));
}

const eventsOf = ({ thought, command, exitCode, output }) => [
  ...(thought ? [{ type: 'message', payload: { role: 'assistant', content: thought } }] : []),
  { type: 'command_exec', payload: { command, output, ...(typeof exitCode === 'number' ? { exitCode } : {}) } },
];
