import { forEachChild, parse, type CommandNode, type Redirection, type SyntaxNode } from 'unbash';

/** One program that a command line runs. */
export interface SimpleCommand {
  /** The program and its arguments, without quotes, assignments and redirections. */
  words: string[];
  /** Whether another program of a pipeline reads its output. */
  feeds: boolean;
  /** Files that redirections write, with the text of a heredoc beside them. */
  writes: string[];
  /** The text of its heredocs and here-strings. */
  input: string;
}

const PARSE_LIMIT = 32_768;
const MAX_COMMANDS = 64;
const MAX_DEPTH = 64;
const WRITES = new Set(['>', '>>', '>|', '&>', '&>>', '<>']);

function readRedirections(redirects: readonly Redirection[]): Pick<SimpleCommand, 'writes' | 'input'> {
  const writes: string[] = [];
  const input: string[] = [];
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') input.push(redirect.body.text);
    else if (redirect.type === 'HereString') input.push(redirect.target?.value ?? '');
    else if (WRITES.has(redirect.operator) && redirect.target !== undefined) writes.push(redirect.target.value);
  }
  return { writes: writes.filter((file) => !file.startsWith('/dev/') && file !== ''), input: input.join('\n') };
}

/**
 * The programs of a shell command in written order, at most 64, those of compound commands included and those of substitutions
 * left out. Reads the first 32 KiB. Text with a syntax error gives what comes before it; any text is accepted.
 */
export function parseShell(line: string): SimpleCommand[] {
  const found: SimpleCommand[] = [];
  const take = (node: CommandNode | SyntaxNode, feeds: boolean, depth: number): void => {
    if (found.length >= MAX_COMMANDS || depth > MAX_DEPTH) return;
    if (node.type === 'Command') {
      const words = [node.name, ...node.args].flatMap((word) =>
        word === undefined ? [] : [word.type === 'Word' ? word.value : word.text],
      );
      found.push({ words, feeds, ...readRedirections(node.redirects) });
    } else if (node.type === 'Pipeline') {
      node.commands.forEach((part, at) => {
        take(part, feeds || at < node.commands.length - 1, depth + 1);
      });
    } else if (node.type !== 'Word' && node.type !== 'Assignment')
      forEachChild(node, (child) => {
        take(child, feeds, depth + 1);
      });
  };
  take(parse(line.slice(0, PARSE_LIMIT)), false, 0);
  return found;
}
