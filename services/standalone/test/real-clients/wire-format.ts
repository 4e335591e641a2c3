/** A request to a model, in the words that all providers share. */
export interface ModelRequest {
  /** All texts of the request's messages and instructions. */
  readonly text: string;
  /** The names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** How many results of tools stand behind the last thing that a person said. */
  readonly results: number;
}

/** Every text of a JSON value, in its order. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : '';
}

/** What a model says: it calls a tool, or it answers. */
export type ModelReply =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly callId: string }
  | { readonly answer: string };

/** How one provider's streaming API asks and answers. */
export interface WireFormat {
  readonly matches: (path: string) => boolean;
  readonly read: (body: unknown) => ModelRequest;
  /** The server-sent events of a reply: the name of each, empty if it has none, and its data. */
  readonly events: (reply: ModelReply) => readonly (readonly [name: string, data: object | string])[];
  /** The same without streaming. */
  readonly whole: (reply: ModelReply) => object;
}
