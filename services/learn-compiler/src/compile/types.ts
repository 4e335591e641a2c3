/** What the compiler reads and writes: plain data alone, safe to store as JSON and to pass between threads. */

export type CapturedEventType =
  'message' | 'tool_call' | 'tool_result' | 'file_edit' | 'test_run' | 'command_exec' | 'browser_action' | 'api_result';

/** An event as it was captured. */
export interface CapturedEvent {
  id: string;
  type: CapturedEventType;
  sessionId: string;
  agentId: string | null;
  namespaceId: string | null;
  /** Arbitrary JSON; its spellings are read leniently (see steps/payload-fields.ts). */
  payload: unknown;
  tags: readonly string[];
  /** ISO 8601: the client's time, or the time of arrival. */
  occurredAt: string;
  /** Whether the client gave `occurredAt`; dates enter memories only then. */
  occurredAtGiven: boolean;
  /** Order of arrival; orders the events of a session. */
  seq: number;
}

export type StepKind = 'message' | 'call' | 'result' | 'test' | 'command' | 'edit' | 'browse' | 'api';

export type ResultShape = 'empty' | 'number' | 'word' | 'text' | 'list' | 'record';

/** The compact form of one thing that happened, kept per event (about 200 bytes of JSON on average). */
export interface Step {
  eventId: string;
  seq: number;
  /** ISO 8601: when it happened. */
  at: string;
  /** The event's tags, where it has any. */
  tags?: string[];
  kind: StepKind;
  /** Role or name of who spoke or acted. */
  actor?: string;
  /** Tool, command (`git commit`), edited kind of file, browser verb or endpoint. */
  tool?: string;
  /** The client's own id of the call, where it gave one; pairs results with calls. */
  callId?: string;
  /** Argument name → short canonical value; long and nested values as their shape and a hash (`[{date}]#1x2y3`). */
  args?: Record<string, string>;
  /** Absent when nothing tells. */
  outcome?: 'ok' | 'error';
  /** The outcome was said by a flag, a status or an exit code, not inferred from the text. */
  stated?: true;
  /** The payload speaks of the whole session (`resolved`, `reward`, `taskSuccess`). */
  verdict?: true;
  /** The error with ids, numbers, paths and quoted values masked, and a short raw sample. */
  error?: { template: string; sample: string };
  shape?: ResultShape;
  /** Categorical fields of a result, as `status=pending`. */
  facts?: string[];
  /** Space-separated short hashes of values that a result or message showed; tells where arguments came from. */
  values?: string;
  /** A message's opening words, masked and bounded. */
  text?: string;
}

export type MemoryKind =
  | 'statement'
  | 'question'
  | 'request'
  | 'preference'
  | 'decision'
  | 'plan'
  | 'fact'
  | 'action'
  | 'finding'
  | 'error'
  | 'error_resolution';

/**
 * A memory to store. Drafts with one key and the same tags in one scope are one memory: unite `sourceEvents`, widen the validity.
 * Those of a compiled scope (`error_resolution`) are one by their key alone: unite `tags`, replace content and confidence, whose figures grow.
 */
export interface MemoryDraft {
  /** Deterministic identity within the scope, from the normalized content; tags tell equal words apart. */
  key: string;
  kind: MemoryKind;
  /** Words that stand on their own: date (where given), speaker, body, and what its relative dates mean. */
  content: string;
  speaker: string | null;
  /** The words as said, without date and speaker. */
  body: string;
  /** What relative dates in the body mean: `7 May 2023` where there is one, `yesterday = 7 May 2023` where there are several. */
  dates: string[];
  /** ISO 8601. */
  validFrom: string;
  validTo: string | null;
  /** 0 to 1. */
  importance: number;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  sourceEvents: string[];
  sessionId: string;
  /** `seq` of the event. */
  position: number;
  /** 0 for the first (or only) part of a message, 1 … for the parts that follow. */
  part: number;
}

/** What one event gives: usually one step; several where a message carries tool blocks; none where nothing is readable. */
export interface Digest {
  steps: Step[];
  memories: MemoryDraft[];
}

export type ArtifactType = 'task_schema' | 'failure_playbook' | 'causal_pattern' | 'decision_policy';

export interface SchemaStep {
  action: string;
  tool?: string;
  /** Argument name → constant value, or `<parameter>`. */
  arguments?: Record<string, string>;
  /** Runs that left this step out succeeded as often. */
  optional?: true;
  description: string;
}

export interface TaskSchemaContent {
  goal: string;
  preconditions: string[];
  steps: SchemaStep[];
  /** Successful share of the sessions of known outcome that contain the sequence, 0 to 1. */
  successRate: number;
  /** Number of successful sessions that contain the sequence. */
  support: number;
}

export interface RecoveryAction {
  action: string;
  tool?: string;
  arguments?: Record<string, string>;
  /**
   * Share of `support` in which it helped, 0 to 1: what had failed worked afterwards (or, where it was not tried again
   * soon, the step taken instead went well), and the session did not fail in the end. Sessions of unknown outcome count
   * by the first condition alone.
   */
  successRate: number;
  /** How often it was tried, over all sessions. */
  support: number;
}

export interface FailurePlaybookContent {
  symptom: string;
  errorSignature: string;
  occurrences: number;
  /** Best first. */
  recovery: RecoveryAction[];
  avoid: string[];
}

export interface CausalPatternContent {
  cause: string;
  effect: string;
  /** Sessions in which the effect followed the cause. */
  support: number;
  /** Share of the sessions with the cause in which the effect followed. */
  confidence: number;
  /** `confidence` over the effect's share of all sessions. */
  lift: number;
  /** Fisher's exact test, two-sided, as adjusted for the number of pairs compared (Benjamini–Hochberg). */
  pValue: number;
  /** Sessions with the cause and no effect after it. */
  counterExamples: number;
}

export interface PolicyAlternative {
  decision: string;
  successRate: number;
  support: number;
}

export interface DecisionPolicyContent {
  situation: string;
  decision: string;
  /** The choices that did less well, best first. */
  alternatives: PolicyAlternative[];
  rationale: string;
  /**
   * Share of policies as clear as this one that would be no accident, given the sessions seen and the number of
   * situations compared (one less the Benjamini–Hochberg adjusted probability of the opposite).
   */
  confidence: number;
  /** Sessions that took the decision. */
  support: number;
}

export type ArtifactContent =
  | { type: 'task_schema'; content: TaskSchemaContent }
  | { type: 'failure_playbook'; content: FailurePlaybookContent }
  | { type: 'causal_pattern'; content: CausalPatternContent }
  | { type: 'decision_policy'; content: DecisionPolicyContent };

/**
 * An artifact to store. What a later compilation no longer returns has lost its evidence: the caller deactivates it.
 * Title and content depend on the events' order and payloads alone, never on ids, tenant or time.
 */
export type ArtifactDraft = ArtifactContent & {
  /** Stable within the scope: the same pattern keeps its key while its figures change. */
  key: string;
  /** Unique within the scope, case-insensitively. */
  title: string;
  /** 1 to 200 event ids that show it. */
  sourceEvents: string[];
  /** All event ids that it was read from, each once: who may not see one of them may not see it. */
  evidence: string[];
  /** How many sessions show it. */
  sourceSessions: number;
  /** 0 to 1. */
  confidence: number;
  /** What it is about, and every tag of its evidence. */
  tags: string[];
};

/** The steps of one session, in the order of `seq`. */
export interface SessionSteps {
  sessionId: string;
  steps: Step[];
}

export interface CompileOptions {
  /** Only artifacts of this type are made. */
  artifactType?: ArtifactType;
}

export interface CompiledScope {
  artifacts: ArtifactDraft[];
  /** Memories that need the whole session: how errors were overcome. */
  memories: MemoryDraft[];
}
