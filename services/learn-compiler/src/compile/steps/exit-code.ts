import { isRecord, unwrapJson } from '../text/json.ts';
import { isNumber, readField } from './payload-fields.ts';

/** A line that states how a command ended: `exit code: 1`, `Process exited with code 0`, `<returncode>2</returncode>`. */
const EXIT_LINE =
  /^[^\p{L}\p{N}]{0,3}(?:(?:the )?(?:process |command |script )?(?:exit(?:ed|s)?|finished|failed|ended|terminated|completed)(?: with)?(?: an?)?(?: exit| return)?[ _-]?(?:code|status)?|return(?:ed)?[ _-]?code|exitcode|code de sortie|codice di uscita|código de salida|código de saída|beendet mit code)(?: was| is)?\s?[:=>]?\s?(\d{1,3})(?:[^\p{L}\p{N}]{0,3}|<\/\w{1,12}>)$/iu;
const ENDS = 4;

/** The exit code that the first or last lines of an output state. */
function statedInText(text: string): number | undefined {
  const ends = text.length <= 4000 ? text : `${text.slice(0, 2000)}\n${text.slice(-2000)}`;
  const lines = ends.split('\n').filter((line) => line.trim() !== '');
  const candidates = lines.length <= 2 * ENDS ? lines : [...lines.slice(0, ENDS), ...lines.slice(-ENDS)];
  for (const line of candidates.reverse()) {
    const code = line.length > 80 ? undefined : EXIT_LINE.exec(line.trim())?.[1];
    if (code !== undefined) return Number(code);
  }
  return undefined;
}

/** The exit code in the output of a command: in a field of a record or of its `metadata`, or in a line of its text. */
export function exitCodeOf(output: unknown): number | undefined {
  const value = unwrapJson(output);
  if (!isRecord(value)) return typeof value === 'string' ? statedInText(value) : undefined;
  const inner = isRecord(value['metadata']) ? value['metadata'] : {};
  return readField(value, 'exitCode', isNumber) ?? readField(inner, 'exitCode', isNumber);
}
