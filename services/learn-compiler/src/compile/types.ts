import type { ArtifactContents, ArtifactType } from '@strata/contracts/schemas/artifact';
import type { FileEdit } from './commands/file-edits.ts';
import type { Claim } from './facts/read-claim.ts';
import type { RecordState } from './facts/read-record.ts';
import type { MemoryKind } from '@strata/contracts/schemas/memory';

// Plain data only: safe to store as JSON and to pass between threads.

export type StepKind = 'message' | 'call' | 'result' | 'test' | 'command' | 'edit' | 'browse' | 'api';

export type ResultShape = 'empty' | 'number' | 'word' | 'text' | 'list' | 'record';

/** The compact form of one action or message of an event: about 200 bytes of JSON on average. */
export interface Step {
  eventId: string;
  seq: number;
  /** ISO 8601: when it happened. */
  at: string;
  /** Who captured the event: the id of a user or of a key of the tenant. Absent if it is not known. */
  by?: string;
  /** The task that the client says the session works on (`metadata.taskId`). Absent if it says none. */
  task?: string;
  /** The end user whom the event is about. Absent without one. */
  user?: string;
  /** The event's tags, if it has any. */
  tags?: string[];
  kind: StepKind;
  /** Role or name of the speaker or agent. */
  actor?: string;
  /** Tool, command (`git commit`), kind of edited file, browser verb or endpoint. */
  tool?: string;
  /** The shell command of a call or of a command, read. */
  command?: { line: string; name: string; looks?: true };
  /** What the step changed in files. */
  edits?: FileEdit[];
  /** The client's id of the call, if it sent one; pairs results with calls. */
  callId?: string;
  /** Argument name → short canonical value; long and nested values as shape and hash (`[{date}]#1x2y3`). */
  args?: Record<string, string>;
  /** Absent if unknown. */
  outcome?: 'ok' | 'error';
  /** The outcome comes from a flag, a status or an exit code, not from the text. */
  stated?: true;
  /** The payload states how the whole session ended (`resolved`, `reward`, `taskSuccess`). */
  verdict?: true;
  /** The error: its kind, with what may vary masked, and its own line, at most 240 characters. */
  error?: { template: string; sample: string };
  /** An error somewhere in the text of a result, without a flag: it counts if the result turns out to be a command's. */
  said?: { template: string; sample: string };
  shape?: ResultShape;
  /** Categorical fields of a result, as `status=pending`. */
  facts?: string[];
  /** Identifiers in the fields of arguments (of a call) or of a result, as `field value`; see `namedValues`. */
  named?: string[];
  /** What may identify a person in its texts: words of names and addresses (`@strata/languages/name-words`), and identifiers. */
  names?: string[];
  /** Space-separated short hashes of values shown by a result or message; used to find the source of arguments. */
  values?: string;
  /** Space-separated short hashes of the ids, numbers and addresses in a message; what its request is about. */
  ids?: string;
  /** A message's opening words, masked and bounded. */
  text?: string;
  /** The sentences of a message that state rules, with ids and amounts masked: at most 8 of at most 240 characters. */
  rules?: string[];
}

/**
 * A memory to store. Drafts with equal keys, tags and end user in one learning scope are one memory: `sourceEvents` are merged, the
 * validity is widened. Drafts of `error_resolution` are one by their key: `tags` are merged, content and confidence replaced.
 */
export interface MemoryDraft {
  /** Deterministic identity in the learning scope, from the normalized content. */
  key: string;
  kind: MemoryKind;
  /** Text that can be understood alone: date (if known), speaker, body, and the meaning of its relative dates. */
  content: string;
  speaker: string | null;
  /** The original text, without date and speaker. */
  body: string;
  /** The meaning of relative dates in the body: `7 May 2023` for one, `yesterday = 7 May 2023` for several. */
  dates: string[];
  /** ISO 8601. */
  validFrom: string;
  /** ISO 8601: when it was said or found last. */
  lastSaid: string;
  /** 0 to 1. */
  importance: number;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  /** The end user whom it is about. Absent without one. */
  userId?: string;
  sourceEvents: string[];
  /** Hashes of who said it: one person who says it often is one voice. Empty if it was compiled from several events. */
  voices: string[];
  sessionId: string;
  /** `seq` of the event. */
  position: number;
  /** 0 for the first (or only) part of a message, then 1, 2 … */
  part: number;
  /** It is no memory, and only kept to be found with the turns around it (`memories/side-text`). Absent: it is a memory. */
  isSideText?: true;
  /** What a person states in it, or the record that it shows; absent from what says nothing that can be replaced. */
  claim?: Claim | RecordState;
  /** Hash of whose claim it is, if not of who says it. */
  claimedBy?: string;
}

/** A call, as far as a result in another event needs it. */
export interface CallNote {
  eventId: string;
  tool: string | null;
  /** The shell command that it carries. */
  command: string | null;
  tags: readonly string[];
  /** The end user whom its event is about. Absent without one. */
  user?: string;
}

/** The call with the client's id, in the session of the event that is read. */
export type FindCall = (callId: string) => CallNote | undefined;

/** The steps and memories of one event: usually one step, several if a message contains tool blocks, none if nothing is readable. */
export interface Digest {
  steps: Step[];
  memories: MemoryDraft[];
}

/** An artifact's type with its content. */
export type ArtifactContent = { [Type in ArtifactType]: { type: Type; content: ArtifactContents[Type] } }[ArtifactType];

/**
 * An artifact to store. If a later compilation does not return it, it has lost its evidence, and the caller deactivates it.
 * Title and content depend only on the order and payloads of the events and on how many writers they have, never on ids,
 * tenant or time. Only the rationale of a stated rule names the days on which it was stated.
 */
export type ArtifactDraft = ArtifactContent & {
  /** Stable in the learning scope: an artifact keeps its key while its figures change. */
  key: string;
  /** Unique in the learning scope, ignoring case. */
  title: string;
  /** Ids of 1 to 200 events that show it. */
  sourceEvents: string[];
  /** Ids of all events that it was compiled from: a caller must be allowed to see all of them to see it. */
  evidence: string[];
  /** Number of sessions that show it. */
  sourceSessions: number;
  /** 0 to 1. */
  confidence: number;
  /** Its subjects, and every tag of its evidence. */
  tags: string[];
  /** The names of the changes among its subjects. */
  changes: string[];
  /** The end user whom all of its evidence is about. Absent if there is no such one. */
  userId?: string;
};

/** The steps of one session, in the order of `seq`. */
export interface SessionSteps {
  sessionId: string;
  steps: Step[];
}

export interface CompileOptions {
  /** Compile only artifacts of this type. */
  artifactType?: ArtifactType;
}

/** How a session ended, and whom it names. A session of which neither is known is left out. */
export interface SessionSummary {
  sessionId: string;
  /** By its verdict; null without one. */
  outcome: 'success' | 'failure' | null;
  /** The identifiers of customers that it names, in the canonical spelling of `@strata/kernel/identifiers`. */
  identifiers: string[];
  /** What its texts say of these customers: words of names and addresses, codes, and further identifiers. */
  names: string[];
}

export interface CompiledScope {
  artifacts: ArtifactDraft[];
  sessions: SessionSummary[];
  /** The forms that only identifiers of customers have (`identifierForm`). */
  identifierForms: string[];
  /** Memories compiled from whole sessions: how errors were overcome. */
  memories: MemoryDraft[];
}
