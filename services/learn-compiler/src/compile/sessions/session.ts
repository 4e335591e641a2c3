import type { FileEdit } from '../commands/file-edits.ts';
import type { Step } from '../types.ts';

/** One act of an agent: a call with its result, a command, an edit, a page or a request. */
export interface Act {
  /** Equal for equal kinds of acts: the tool, with the program if the tool is a shell. */
  symbol: string;
  /** The tool's name if the act was a tool call. */
  tool: string | null;
  kind: Step['kind'];
  /** The whole shell command, at most 400 characters; null if the act is none. */
  command: string | null;
  /** Whether a command only shows something and changes nothing. False for all other acts. */
  looks: boolean;
  /** What it changed in files, at most three edits. */
  edits: readonly FileEdit[];
  args: Record<string, string>;
  /** Argument name → its source: `user`, or the symbol of the earlier act that showed the value. */
  sources: Record<string, string>;
  outcome: 'ok' | 'error' | null;
  error: { template: string; sample: string } | null;
  shape: Step['shape'] | null;
  /** Categorical fields of the result, as `status=pending`. */
  fields: readonly string[];
  /** Those of them that distinguish situations in the learning scope. */
  facts: string[];
  eventIds: string[];
}

/** The sentences of a message that state rules. */
export interface RuleMessage {
  /** Role or name of the speaker. */
  actor: string;
  rules: readonly string[];
  eventId: string;
}

/** A session, prepared for mining. */
export interface Session {
  id: string;
  acts: Act[];
  /** The test run that is its verdict, if it failed with a text. */
  failedVerdict: Act | null;
  /** The end user whom it is about; undefined without one. See `ownerOfSession`. */
  owner: string | undefined;
  /** The task that it worked on: several sessions of one task are one piece of evidence. */
  task: string;
  /** Whether it succeeded, by its verdict or, without one, by a guess; null if unknown. */
  succeeded: boolean | null;
  /** Whether it succeeded, by its verdict; null without one. Only verdicts give rates. */
  verdict: boolean | null;
  /** The event with the outcome. */
  outcomeEvent: string | null;
  /** The content words of the requester's first messages: stem → written form. */
  words: ReadonlyMap<string, string>;
  requestEvents: string[];
  /** Its messages that state rules, in order. */
  ruleMessages: readonly RuleMessage[];
}
