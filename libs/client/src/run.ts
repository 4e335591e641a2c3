import { given } from './given.ts';
import type { Captured, EventBuffer, EventInput } from './event-buffer.ts';

/** What a run is about. */
export interface RunOptions {
  /** What the agent is to do, in the words of whoever asks. It is captured as the first message. */
  readonly task: string;
  /** The session of the run. Default: a new one. */
  readonly sessionId?: string | undefined;
  /** A task that several runs work on: they count as one piece of evidence. */
  readonly taskId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly userId?: string | undefined;
  readonly namespaceId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

type Payload = EventInput['payload'];
type Json = Payload[string];

/** How a command ended. */
export interface CommandResult {
  readonly exitCode?: number;
  readonly output?: string;
}

/**
 * One run of an agent, as one session. What it captures goes through a buffer, so no method waits for the network; each returns a promise
 * for the stored event that nobody has to wait for.
 */
export class Run {
  readonly sessionId: string;
  readonly #buffer: EventBuffer;
  readonly #metadata: NonNullable<EventInput['metadata']>;
  #lastTest: boolean | undefined;
  #verdict: { readonly isResolved: boolean; readonly reason: string | undefined } | undefined;

  constructor(buffer: EventBuffer, scope: Readonly<Record<string, string>>, options: RunOptions) {
    const { task, sessionId, taskId, agentId, userId, namespaceId, tags } = options;
    this.sessionId = sessionId ?? `run-${crypto.randomUUID()}`;
    this.#buffer = buffer;
    this.#metadata = { ...scope, ...given({ taskId, agentId, userId, namespaceId, tags: tags && [...tags] }) };
    void this.message('user', task);
  }

  /** Something that was said. `role` is `user`, `assistant` or a name. */
  message(role: string, content: string): Promise<Captured> {
    return this.#capture('message', { role, content });
  }

  /** Calls a tool, captures the call and what came of it, and passes its result or error on. */
  async tool<Result>(name: string, input: unknown, call: () => Result | Promise<Result>): Promise<Result> {
    const callId = crypto.randomUUID();
    void this.toolCall(name, input, callId);
    try {
      const result = await call();
      void this.toolResult(name, { callId, output: result });
      return result;
    } catch (error) {
      void this.toolResult(name, { callId, error });
      throw error;
    }
  }

  /** A call of a tool. `callId` connects it with its result. */
  toolCall(name: string, input: unknown, callId: string): Promise<Captured> {
    return this.#capture('tool_call', { tool_name: name, input: asJson(input), tool_call_id: callId });
  }

  /** What a call of a tool returned, or the error that it ended with. */
  toolResult(name: string, result: { callId: string; output?: unknown; error?: unknown }): Promise<Captured> {
    const { callId, output, error } = result;
    const ending =
      error === undefined ? { output: asJson(output), success: true } : { error: messageOf(error), success: false };
    return this.#capture('tool_result', { tool_name: name, tool_call_id: callId, ...ending });
  }

  /** A shell command. */
  command(command: string, { exitCode, output }: CommandResult = {}): Promise<Captured> {
    return this.#capture('command_exec', { command, ...given({ exitCode, output }) });
  }

  /** A test. The last one decides how the run ended, unless `resolved` or `failed` says so. */
  test(name: string, passed: boolean, output?: string): Promise<Captured> {
    this.#lastTest = passed;
    return this.#capture('test_run', { name, passed, ...given({ output }) });
  }

  /** Says that the task was done. */
  resolved(reason?: string): void {
    this.#verdict = { isResolved: true, reason };
  }

  /** Says that the task was not done. */
  failed(reason?: string): void {
    this.#verdict = { isResolved: false, reason };
  }

  /** Any other event of this run. */
  capture(event: Omit<EventInput, 'sessionId'>): Promise<Captured> {
    return this.#buffer.add({
      ...event,
      sessionId: this.sessionId,
      metadata: { ...this.#metadata, ...event.metadata },
    });
  }

  /**
   * Ends the session. Without `resolved` or `failed`, an error is a failure, else the last test decides, and a run without a test is
   * resolved. A run that was aborted says nothing about its task.
   */
  end(error?: unknown): Promise<Captured> {
    const isAborted = nameOf(error) === 'AbortError';
    const guess = isAborted ? undefined : error === undefined && this.#lastTest !== false;
    const { isResolved = guess, reason } = this.#verdict ?? {};
    const content = reason ?? (error === undefined ? '' : messageOf(error));
    // A message is no step, so that it appears in no procedure that is learned.
    const payload = { role: 'system', content, ...given({ resolved: isResolved }) };
    return this.capture({ type: 'message', payload, metadata: { sessionEnd: true } });
  }

  #capture(type: EventInput['type'], payload: Payload): Promise<Captured> {
    return this.capture({ type, payload, metadata: { occurredAt: new Date().toISOString() } });
  }
}

/** What JSON can hold of a value. A value that it cannot hold at all is described. */
function asJson(value: unknown): Json {
  try {
    // A function or a symbol has no JSON, whatever the type of `stringify` says.
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? null : (JSON.parse(text) as Json);
  } catch {
    return String(value);
  }
}

/** An `AbortError` is no `Error` everywhere. */
const nameOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
