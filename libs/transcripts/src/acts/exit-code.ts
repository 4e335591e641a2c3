import { isRecord, parsedJson } from './json.ts';

/** Lines by which agents' programs state how a command ended, at the start or the end of its output. */
const STATED =
  /^[ \t]*(?:Error: )?(?:Process exited with code|Exit code:?|Command (?:failed|exited) with (?:exit )?code|\[?exited with (?:exit )?(?:code|status)|<returncode>)[ \t]*(-?\d{1,3})\b/im;
const HEAD = 400;
const TAIL = 400;

/** The exit code that the output of a command states: in a field, or in a line at its start or end. */
export function statedExitCode(output: unknown): number | undefined {
  const value = parsedJson(output);
  if (isRecord(value)) {
    for (const fields of [value, isRecord(value['metadata']) ? value['metadata'] : {}])
      for (const name of ['exit_code', 'exitCode', 'exit']) if (typeof fields[name] === 'number') return fields[name];
    return undefined;
  }
  if (typeof value !== 'string') return undefined;
  const ends = value.length <= HEAD + TAIL ? value : `${value.slice(0, HEAD)}\n${value.slice(-TAIL)}`;
  const code = STATED.exec(ends)?.[1];
  return code === undefined ? undefined : Number(code);
}
