import type { Act } from '../sessions/session.ts';
import { doWords, symbolLabel } from '../sessions/symbol-label.ts';
import { mostCommon } from '../text/most-common.ts';
import { capitalize, compareText } from '../text/words.ts';
import { maskedCommand, type Attempt } from './attempt.ts';

const LINE_LIMIT = 160;

/**
 * The whole command that several acts ran; null if they are no commands. If they differ in what varies from run to run, that is masked; if they
 * differ otherwise, the most frequent one.
 */
export function commandOf(acts: readonly Act[]): string | null {
  const commands = acts.flatMap(({ command }) => (command === null ? [] : [command]));
  const shown = mostCommon(commands)[0]?.[0] ?? null;
  const different = [...new Set(commands)];
  const vary = new Set(different.map((command) => command.replace(/\s+/g, ' ').trim())).size > 1;
  const masked = shown === null ? '' : maskedCommand(shown);
  return vary && different.every((command) => maskedCommand(command) === masked) ? masked : shown;
}

/** The act that stands for an attempt. */
export function shownAct({ acts }: Attempt): Act | undefined {
  const command = commandOf(acts);
  const [first] = acts;
  return acts.find((act) => act.command === command) ?? (first === undefined ? undefined : { ...first, command });
}

/** The names of the arguments that most retries changed, at most four. */
export function changedNames({ changed, tried }: Attempt): string[] {
  return [...changed]
    .filter(([, times]) => times >= 0.5 * tried)
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, 4)
    .map(([name]) => name);
}

/** A command on one line; of a longer one its start. */
export function oneLine(command: string): string {
  const line = command.replace(/\s+/g, ' ').trim();
  return line.length <= LINE_LIMIT ? line : `${line.slice(0, LINE_LIMIT).replace(/\s+\S*$/, '')} (and more)`;
}

/** What an attempt does, as an instruction: `Run uv sync`, `Edit app.ts`, `Use list_orders`. */
function doing(act: Act): string {
  const [edit] = act.edits;
  if (act.command !== null && (edit === undefined || !act.command.includes('\n'))) return `Run ${oneLine(act.command)}`;
  return edit === undefined ? capitalize(doWords(act.symbol)) : `Edit ${edit.path}`;
}

/** The action after an error, as an instruction. */
export function attemptWords(attempt: Attempt, failed: string): string {
  const act = shownAct(attempt);
  if (act === undefined) return 'Stop there';
  const changed = changedNames(attempt);
  const ofTool = act.command === null && act.edits.length === 0;
  switch (attempt.way) {
    case 'retry':
      return ofTool
        ? `${capitalize(doWords(failed))} again with ${changed.length > 0 ? `a different ${changed.join(' and ')}` : 'other arguments'}`
        : doing(act);
    case 'same':
      return `${doing(act)} again unchanged`;
    case 'instead':
      return `${doing(act)} instead`;
    case 'first':
      return ofTool ? `${doing(act)} first, then ${symbolLabel(failed)} again` : doing(act);
    case 'stop':
      return 'Stop there';
  }
}
