import { z } from 'zod';
import type { Act, Result } from './act.ts';
import { readTool, type ToolUse } from './read-tool.ts';

interface OpenCall {
  readonly tool: string;
  readonly use: ToolUse;
  /** The position of its record in the transcript. */
  readonly position: number;
}

/** An act, and what tells it apart from the others of the call. */
export interface CallAct {
  readonly act: Act;
  readonly part: string;
}

const stateSchema = z.object({
  open: z.array(z.tuple([z.string(), z.number().int().nonnegative()])),
  answered: z.array(z.string()),
});

/** More calls than any agent makes at once. The oldest gives way: it ended without a result. */
const MAX_OPEN = 256;
/** A second record of a result follows soon. */
const MAX_ANSWERED = 64;

/**
 * Joins calls of tools with their results. A command and an edit become one act when their result is known; any other call
 * is an act, and its result another.
 */
export class OpenCalls {
  readonly #open = new Map<string, OpenCall>();
  /** Results that a second record may repeat. */
  readonly #answered = new Set<string>();

  call(callId: string, tool: string, input: unknown, position: number): CallAct[] {
    if (this.#open.has(callId) || this.#answered.has(callId)) return [];
    const use = readTool(tool, input);
    this.#open.set(callId, { tool, use, position });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return use.kind === 'other' ? [{ act: { kind: 'call', tool, callId, input }, part: 'call' }] : [];
  }

  /** The call without a result yet, undefined if there is none. */
  find(callId: string): OpenCall | undefined {
    return this.#open.get(callId);
  }

  isAnswered(callId: string): boolean {
    return this.#answered.has(callId);
  }

  result(callId: string, result: Result): CallAct[] {
    if (this.#answered.has(callId)) return [];
    const call = this.#open.get(callId);
    this.#open.delete(callId);
    this.#answered.add(callId);
    const [oldest] = this.#answered;
    if (this.#answered.size > MAX_ANSWERED && oldest !== undefined) this.#answered.delete(oldest);
    const use = call?.use;
    if (use?.kind === 'command') return [{ act: { ...use, ...result }, part: 'command' }];
    if (use?.kind === 'edits') {
      const failed = result.failed;
      // The text of a result only repeats the file, unless it says what went wrong.
      const told = failed === undefined ? {} : failed ? result : { failed };
      return use.edits.map((edit, at) => ({ act: { kind: 'edit', ...edit, ...told }, part: `edit ${String(at)}` }));
    }
    const tool = call === undefined ? {} : { tool: call.tool };
    return [{ act: { kind: 'result', ...tool, callId, ...result }, part: 'result' }];
  }

  /** What a later reading needs: where the records of the open calls are, and which calls are answered. */
  state(): z.infer<typeof stateSchema> {
    return {
      open: [...this.#open].map(([callId, { position }]) => [callId, position]),
      answered: [...this.#answered],
    };
  }

  /** Continues from a `state`. `reread` reads the record at a position once more, in the order of the transcript. */
  async resume(state: unknown, reread: (position: number) => Promise<void>): Promise<void> {
    const parsed = stateSchema.safeParse(state);
    if (!parsed.success) return;
    const { open, answered } = parsed.data;
    for (const position of [...new Set(open.map(([, at]) => at))].sort((one, other) => one - other))
      await reread(position);
    const wanted = new Set(open.map(([callId]) => callId));
    for (const callId of this.#open.keys()) if (!wanted.has(callId)) this.#open.delete(callId);
    for (const callId of answered) this.#answered.add(callId);
  }
}
