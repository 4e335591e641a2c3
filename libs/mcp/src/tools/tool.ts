import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CallOperation } from '../call-operation.ts';

/** What a tool works with. */
export interface ToolContext {
  readonly call: CallOperation;
  /** Where a person finds a memory, artifact or event. */
  readonly urlOf: (id: string) => string;
}

/** The data of an answer, and a text of the same for clients that show only texts. */
export interface Answer<Data> {
  readonly data: Data;
  readonly text: string;
}

/** One tool as a model sees it. Input and output are plain objects: some clients drop every tool of a server with any other. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  readonly input: Input;
  readonly output: Output;
  /** Rejects with what `CallOperation` rejects with, or with a `ToolFault`. */
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<Answer<z.input<Output>>>;
}

/** A call that cannot be served as it is. The message tells the model what to do. */
export class ToolFault extends Error {}

/** Keeps the types of a tool's input and output together. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool;

/** Annotations of tools that change nothing. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Annotations of tools that only add. */
export const ADDS = { ...READS, readOnlyHint: false, idempotentHint: false } as const;
