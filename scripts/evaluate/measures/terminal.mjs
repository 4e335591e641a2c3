import { leaves, share } from '../figures.mjs';

const LOOKS = new Set('ls cat cd echo pwd head tail which find grep wc file true sleep'.split(' '));
const UNINFORMATIVE =
  /^\W*(?:failed|error|<\w+>|\d+[acd]\d+|traceback \(most recent call last\):?|exit(?:ed)?(?: with)?(?: code)?(?: <\w+>| \d+)?)\W*$/i;
const COLLAPSED =
  /…|<value>|(?:^|\s)(?:(?:npm|pnpm|yarn|bun) run|(?:uv|poetry) run|bundle exec|python3? -m|bash -l?c)\s*$/;

/** The program that a command runs, seen through changes of the folder and settings. */
export function programOf(command) {
  const last = command.trim().split('\n').at(-1);
  const run = last.replace(/^(?:cd [^&;]+(?:&&|;)\s*)+/, '').replace(/^(?:(?:sudo|time|env|[A-Z_]+=\S*)\s+)+/, '');
  return run.split(/\s+/)[0];
}

/** What is learned from shell agents. `taskOf` gives the task of an event. */
export function measureTerminal(artifacts, taskOf) {
  const playbooks = artifacts.filter(({ type }) => type === 'failure_playbook').map(({ content }) => content);
  const schemas = artifacts.filter(({ type }) => type === 'task_schema').map(({ content }) => content);
  const steps = schemas.flatMap((schema) => schema.steps);
  const commands = leaves([...playbooks, ...schemas]).filter(({ path }) => path.at(-1) === 'command');
  const tasksOf = ({ sourceEvents }) => new Set(sourceEvents.map(taskOf).filter((task) => task !== undefined));
  return {
    artifacts: artifacts.length,
    playbooks: playbooks.length,
    playbooksWithFix: share(playbooks.map(({ recovery }) => recovery.some(({ successRate }) => successRate > 0))),
    signaturesInform: share(playbooks.map(({ errorSignature }) => !UNINFORMATIVE.test(errorSignature.trim()))),
    severalTasks: share(artifacts.map((artifact) => tasksOf(artifact).size > 1)),
    realSteps: share(
      steps.map(
        (step) =>
          !LOOKS.has(programOf(String(step.arguments?.command ?? step.tool ?? step.action).replace(/^Run /, ''))),
      ),
    ),
    wholeCommands: share(commands.map(({ text }) => !COLLAPSED.test(text))),
  };
}
