import type { Step } from '../types.ts';

/** One thing that an agent did: a call with its result, a command, an edit, a page or a request. */
export interface Act {
  /** What counts as the same thing done: the tool, with the program where it is a shell. */
  symbol: string;
  /** The tool's own name where the act was a tool call; commands, edits and the like have none. */
  tool: string | null;
  kind: Step['kind'];
  args: Record<string, string>;
  /** Argument name → `user`, or the symbol of the earlier act that showed the value. */
  sources: Record<string, string>;
  outcome: 'ok' | 'error' | null;
  error: { template: string; sample: string } | null;
  shape: Step['shape'] | null;
  facts: string[];
  eventIds: string[];
}

/** A session as the miners see it. */
export interface Session {
  id: string;
  acts: Act[];
  /** The test run that judged the session, where it failed and says why. */
  failedVerdict: Act | null;
  /** Whether its aim was reached; null where nothing tells. */
  succeeded: boolean | null;
  /** The event that told the outcome. */
  outcomeEvent: string | null;
  /** The telling words of the requester's first messages: stem → the form written. */
  words: ReadonlyMap<string, string>;
  requestEvents: string[];
}
