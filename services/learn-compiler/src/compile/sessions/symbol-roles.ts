import { changesByName } from './tool-verbs.ts';
import type { Session } from './session.ts';

/** The roles of symbols, learned in a learning scope. */
export interface SymbolRoles {
  /** Thinking and calculating: other steps cannot observe any effect of them. */
  noise: ReadonlySet<string>;
  /** Steps that change something. */
  effects: ReadonlySet<string>;
}

interface Usage {
  calls: number;
  empty: number;
  numeric: number;
  wordy: number;
  few: number;
  /** Sum of relative positions, from 0 (first) to 1 (last). */
  position: number;
  name: string;
}

const MOSTLY = 0.9;
const LATE = 0.7;
/** Opening a page is a read. */
const GOES_TO_PAGE = /^browser (?:open|load|go|start)/;

function usages(sessions: readonly Session[]): Map<string, Usage> {
  const bySymbol = new Map<string, Usage>();
  for (const { acts } of sessions)
    acts.forEach((act, at) => {
      let usage = bySymbol.get(act.symbol);
      if (usage === undefined)
        bySymbol.set(
          act.symbol,
          (usage = { calls: 0, empty: 0, numeric: 0, wordy: 0, few: 0, position: 0, name: act.symbol }),
        );
      const values = Object.values(act.args);
      usage.calls++;
      if (act.shape === 'empty') usage.empty++;
      if (act.shape === 'number') usage.numeric++;
      if (values.length === 1 && (values[0] ?? '').includes('#') && /\s/.test(values[0] ?? '')) usage.wordy++;
      if (values.length <= 1 && Object.keys(act.sources).length === 0) usage.few++;
      usage.position += acts.length > 1 ? at / (acts.length - 1) : 0.5;
    });
  return bySymbol;
}

/**
 * Learns which symbols are noise (one free text in and nothing out; one expression in and a number out) and which change
 * something (by the verb in the name; without a known verb, by occurring late in sessions).
 */
export function symbolRoles(sessions: readonly Session[]): SymbolRoles {
  const noise = new Set<string>();
  const effects = new Set<string>();
  const kinds = new Map(sessions.flatMap(({ acts }) => acts.map((act) => [act.symbol, act.kind] as const)));
  for (const [symbol, usage] of usages(sessions)) {
    const kind = kinds.get(symbol);
    const changes = kind === 'browse' && GOES_TO_PAGE.test(symbol) ? false : changesByName(symbol);
    const thinks = usage.empty >= MOSTLY * usage.calls && usage.wordy >= 0.5 * usage.calls;
    const reckons = usage.numeric >= MOSTLY * usage.calls && usage.few >= MOSTLY * usage.calls;
    if (changes !== true && (kind === 'call' || kind === 'result') && (thinks || reckons)) noise.add(symbol);
    else if (
      kind === 'edit' ||
      changes === true ||
      (changes === undefined && kind === 'call' && usage.position >= LATE * usage.calls)
    )
      effects.add(symbol);
  }
  return { noise, effects };
}
