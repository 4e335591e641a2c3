import { parse, type CommandNode, type SyntaxNode } from 'unbash';

/** A command that runs tests, and what the exit code of the whole command line says about them. */
export interface TestCommand {
  /** The runner as it was called, such as `npm test`. */
  readonly name: string;
  /** Whether exit code 0 means that they passed. */
  readonly zeroPasses: boolean;
  /** Whether any other exit code means that they failed. */
  readonly otherFails: boolean;
}

const PARSE_LIMIT = 32_768;
const MAX_DEPTH = 32;

/** Words that only run the program behind them. */
const WRAPPERS =
  /^(?:(?:npx|bunx|pnpx|uvx|sudo|time|env|nohup|command|exec|xvfb-run|(?:poetry|uv|pipenv|pdm|hatch|rye) run|bundle exec|(?:pnpm|yarn|npm) (?:exec|dlx)|python[\d.]* -m|timeout(?: -\S+)* \S+|\w+=\S*|--?[\w-]+(?:=\S*)?) )+/;
const RUNNER = new RegExp(
  [
    String.raw`^(?:\S*/)?(?:jest|vitest|mocha|ava|pytest|py\.test|unittest|tox|nox|rspec|phpunit|pest|ctest|karma|nosetests|bats)(?: |$)`,
    String.raw`^(?:npm|pnpm|yarn|bun)(?: -\S+)* (?:run(?: -\S+)* )?(?:t|test\S*)(?: |$)`,
    String.raw`^(?:go|cargo|deno|dotnet|mix|swift|flutter|dart|sbt|stack|cabal|bazel|composer|rails|bin/rails|zig build)(?: -\S+)* test(?: |$)`,
    String.raw`^cargo nextest run(?: |$)|^(?:npx )?playwright test(?: |$)|^cypress run(?: |$)|^node (?:-\S+ )*--test(?: |$)`,
    String.raw`^(?:make|just|task|rake)(?: -\S+)* (?:test\S*|check|spec)(?: |$)`,
    String.raw`^(?:\./)?(?:gradlew|gradle|mvnw|mvn)(?: -\S+)*(?: \S+)*? (?:\S*:)?(?:test|verify|check)(?: |$)`,
    String.raw`^php artisan test(?: |$)`,
  ].join('|'),
);
/** Options with which a runner runs no test. */
const NO_RUN = / (?:--(?:version|help|collect-only|listTests|list|no-run|showConfig|dry-run)|-h)(?: |$|=)/;
const SETUP = /^(?:cd|export|set|source|\.|pushd|mkdir|unset)$/;

const wordsOf = (node: CommandNode): string[] =>
  node.type !== 'Command'
    ? []
    : [node.name, ...node.args].flatMap((word) => (word?.type === 'Word' ? [word.value] : []));

function runnerOf(node: CommandNode): string | undefined {
  const line = wordsOf(node).join(' ').replace(WRAPPERS, '');
  return RUNNER.test(line) && !NO_RUN.test(line) ? line.split(' ').slice(0, 3).join(' ') : undefined;
}

/** The last runner of tests anywhere in a part of a command line, except in substitutions. */
function runnerIn(node: SyntaxNode, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (node.type) {
    case 'Command':
      return runnerOf(node);
    case 'Script':
    case 'CompoundList':
    case 'AndOr':
    case 'Pipeline':
      return (node.commands as readonly SyntaxNode[])
        .map((part) => runnerIn(part, depth + 1))
        .findLast((name) => name !== undefined);
    case 'Statement':
      return runnerIn(node.command, depth + 1);
    case 'Subshell':
    case 'BraceGroup':
      return runnerIn(node.body, depth + 1);
    default:
      return undefined;
  }
}

/** Finds the runner of tests in a command line, of which the first 32 KiB are read. Undefined without one. */
export function findTestCommand(line: string): TestCommand | undefined {
  const script = parse(line.slice(0, PARSE_LIMIT));
  const name = runnerIn(script);
  if (name === undefined) return undefined;
  const unsure = { name, zeroPasses: false, otherFails: false };
  const last = script.commands.at(-1);
  if (last === undefined || last.background === true) return unsure;
  const { command } = last;
  if (command.type === 'Command')
    return { name, zeroPasses: runnerOf(command) !== undefined, otherFails: runnerOf(command) !== undefined };
  if (command.type !== 'AndOr' || command.operators.some((operator) => operator !== '&&')) return unsure;
  const parts = command.commands;
  const at = parts.findLastIndex((part) => part.type === 'Command' && runnerOf(part) !== undefined);
  if (at < 0) return unsure;
  const onlySetup = parts.every(
    (part, index) => index === at || (part.type === 'Command' && SETUP.test(wordsOf(part)[0] ?? '')),
  );
  return { name, zeroPasses: true, otherFails: at === parts.length - 1 && onlySetup };
}
