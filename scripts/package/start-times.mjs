import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const ROUNDS = 21;
const TOOL_CALL = {
  ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 'toolu_01', tool_input: { command: 'ls' } },
  tool_response: { stdout: 'README.md', stderr: '', interrupted: false },
};
const PROMPT = { hook_event_name: 'UserPromptSubmit', prompt: 'Why does the checkout test fail?' };

/**
 * How long programs of the command line take from their start to their end, as multiples of `node -e 0`: the medians of rounds in which
 * they take turns. No service runs: a hook that asks for context ends when its connection is refused.
 * @param {string} folder of the package `@strata/cli`
 * @returns {{name: string, times: number}[]} and the milliseconds of `node -e 0` first
 */
export function startTimes(folder) {
  const home = mkdtempSync(join(tmpdir(), 'strata-times-'));
  try {
    return multiples(runsOf(join(folder, 'dist')), home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function runsOf(dist) {
  const strata = (...args) => ({ args: [join(dist, 'main.js'), ...args] });
  const hook = (call) => ({
    args: [join(dist, 'strata-hook.js'), 'claude-code'],
    input: JSON.stringify({ session_id: 'monday', cwd: dist, ...call }),
  });
  return {
    'node -e 0': { args: ['-e', '0'] },
    'a hook that captures': hook(TOOL_CALL),
    'a hook that asks, without the time of the answer': hook(PROMPT),
    '`strata --version`': strata('--version'),
    '`strata connect --help`': strata('connect', '--help'),
    '`strata mcp`, to the end of its input': strata('mcp'),
  };
}

function multiples(runs, home) {
  const env = { PATH: process.env.PATH, HOME: home, STRATA_URL: 'http://127.0.0.1:1', STRATA_API_KEY: 'none' };
  const hooks = join(home, '.local', 'state', 'strata', 'hooks');
  mkdirSync(hooks, { recursive: true });
  const took = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    // As while an agent works: the process that delivers the spool runs already.
    writeFileSync(join(hooks, 'deliver.lock'), JSON.stringify({ pid: process.pid }));
    for (const [name, { args, input = '' }] of Object.entries(runs)) {
      const began = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' });
      took[name].push(performance.now() - began);
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    }
  }
  const [first, ...others] = Object.entries(took).map(([name, list]) => ({ name, ms: median(list) }));
  return [first, ...others.map(({ name, ms }) => ({ name, times: ms / first.ms }))];
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
