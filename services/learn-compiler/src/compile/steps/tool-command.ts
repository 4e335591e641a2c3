import { isRecord } from '../text/json.ts';

/** Names of tools that run what they are given in a shell. */
const SHELL_TOOL =
  /(?:^|[^a-z])(?:bash|shell|sh|zsh|terminal|powershell|pwsh|console|cmd|command|exec|execute)(?:[^a-z]|$)/;
const COMMAND_KEYS = ['command', 'cmd', 'commands', 'command_line', 'commandLine', 'bash_command', 'script'];
const FILE_KEYS = ['path', 'file_path', 'filePath', 'file', 'filename', 'old_str', 'file_text'];
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;
const SHELLS = /^(?:.*\/)?(?:bash|sh|zsh|dash)$/;

const words = (tool: string): string => tool.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** A command given as a list of words, as a line. */
function joined(list: readonly string[]): string {
  const flag = list.findIndex((word, at) => at > 0 && /^-[a-z]*c$/.test(word));
  if (SHELLS.test(list[0] ?? '') && flag > 0 && flag === list.length - 2) return list[flag + 1] ?? '';
  return list.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** A command as one line: a text, or a list of words. Null for anything else. */
export function commandLine(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')
    ? joined(value)
    : null;
}

/**
 * The shell command that a tool call carries, or null. A tool with the name of a shell takes any text; another one counts as a shell if
 * its argument is named `command` and holds more than a word. Editors, whose `command` is a verb, name a file beside it.
 */
export function toolCommand(tool: string | null, input: unknown): string | null {
  const shell = tool !== null && SHELL_TOOL.test(words(tool));
  if (!isRecord(input)) return shell ? commandLine(input) : null;
  if (FILE_KEYS.some((key) => Object.hasOwn(input, key))) return null;
  for (const key of COMMAND_KEYS) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    const line = commandLine(value);
    if (line !== null && (shell || (key !== 'script' && (Array.isArray(value) || /\s/.test(line))))) return line;
  }
  return null;
}
