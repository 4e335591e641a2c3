import type { Result } from './act.ts';
import { withoutElement } from './injected-text.ts';

/** What Gemini CLI says in the user's name: of the machine before the first prompt, and of a conversation that it shortened. */
const SCAFFOLDING = /^\s*<(?:session_context|state_snapshot)>/;
const WRAPPED = /^<untrusted_context>\n([^]*)\n<\/untrusted_context>$/;
/** The lines behind the output of a command, as far as its end has them. */
const TRAILER = /\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*$/;

/** What a person said, without what hooks added. Undefined if the program said all of it. */
export function geminiPrompt(text: string): string | undefined {
  const said = withoutElement(text, 'hook_context').trim();
  return said === '' || SCAFFOLDING.test(said) ? undefined : said;
}

/** The text of a result, without the tag that marks it as foreign. */
export const geminiOutput = (text: string): string =>
  WRAPPED.exec(text)?.[1]?.replaceAll('&lt;/untrusted_context&gt;', '</untrusted_context>') ?? text;

/** How a command ended. The shell of Gemini CLI states what is not as usual: without an exit code, it was 0. Undefined for other texts. */
export function geminiShellResult(text: string): Pick<Result, 'output' | 'exitCode'> | undefined {
  if (!text.startsWith('Output: ')) return undefined;
  let output = text;
  let exitCode: number | undefined = 0;
  for (let line = TRAILER.exec(output)?.[0]; line !== undefined; line = TRAILER.exec(output)?.[0]) {
    output = output.slice(0, -line.length);
    const stated = /^\nExit Code: (-?\d+)$/.exec(line)?.[1];
    if (stated !== undefined) exitCode = Number(stated);
    // Of a command that was stopped, or that goes on, the end is not known.
    else if (!line.startsWith('\nProcess Group') && exitCode === 0) exitCode = undefined;
  }
  output = output.slice('Output: '.length);
  return { output: output === '(empty)' ? '' : output, ...(exitCode === undefined ? {} : { exitCode }) };
}
