/** A small result file in the form of tau-bench, for tests: a library that renews loans and cancels reservations of books. */

const said = (role: string, content: string) => ({ role, content });
const called = (name: string, given: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ function: { name, arguments: JSON.stringify(given) } }],
});
const returned = (name: string, content: string) => ({ role: 'tool', name, content });

const lookUp = (id: string, state: string) => [
  called('get_loan', { loan_id: id }),
  returned('get_loan', JSON.stringify({ loan_id: id, user_id: `reader_${id}`, state })),
];

/** One run: reads the loan, checks it, and updates it. In a failing run the loan is closed, and the update is refused. */
export function madeUpRow(task: number, { passed = true, trial = 0 }: { passed?: boolean; trial?: number } = {}) {
  const id = `L${String(1000 + task)}`;
  return {
    task_id: task,
    trial,
    reward: passed ? 1 : 0,
    info: { task: { user_id: `reader_${id}`, actions: [{ name: 'update_loan', kwargs: { loan_id: id } }] } },
    traj: [
      said('system', 'You help readers.'),
      said('user', `Please renew my loan ${id}`),
      ...lookUp(id, passed ? 'open' : 'closed'),
      called('check_rules', { loan_id: id }),
      returned('check_rules', 'fine'),
      called('update_loan', { loan_id: id }),
      returned('update_loan', passed ? 'renewed' : 'Error: closed loan cannot be updated'),
      said('assistant', passed ? 'It is renewed.' : 'That did not work.'),
    ],
  };
}

/** Ten tasks with two runs each; the runs of the last two tasks fail. */
export const madeUpRows = Array.from({ length: 20 }, (_, at) =>
  madeUpRow(at % 10, { passed: at % 10 < 8, trial: Math.floor(at / 10) }),
);

/** Two runs of shell agents that meet the same error. */
export const madeUpTerminalRows = [1, 2].map((task) => ({
  task: `task-${String(task)}`,
  instruction: 'Show the first bytes of the picture',
  resolved: true,
  actions: [
    {
      thought: 'I look at the bytes.',
      command: 'hexview a.png',
      exitCode: 127,
      output: 'sh: hexview: command not found',
    },
    { thought: '', command: 'apt-get install -y hexview', exitCode: 0, output: 'done' },
  ],
}));
