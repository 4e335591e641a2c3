import type { Said } from '@strata/adapter-base/said';

/** How one of OpenAI's interfaces writes what was said. Its functions throw if a body is not what its types say. */
export interface Dialect {
  /** What the user asks in a request; undefined if it has no text of a user. */
  questionOf(body: object): Question | undefined;
  /** What a request says: what was said in earlier ones, and what is new. */
  saidInRequest(body: object): { past: readonly unknown[]; said: readonly Said[] };
  /** What the model answered. */
  saidInAnswer(answer: object): Said[];
  /** Collects what the model answers in a stream. */
  collect(): Collector;
}

/** The last message of the user. */
export interface Question {
  /** Without what was recalled. */
  readonly text: string;
  /** Where it stands in the request. */
  readonly at: number;
  /** The body of the request with what was recalled in front of the message. */
  readonly withRecalled: (recalled: string) => object;
}

export interface Collector {
  add(part: object): void;
  /** What was said so far; a call of a tool only if it is complete. */
  said(): Said[];
}

/** What was recalled, in front of a text. */
export const inFront = (recalled: string, text: string): string => `${recalled}\n\n${text}`;
