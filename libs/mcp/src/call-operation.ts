import type { Operation } from '@strata/contracts/operation';
import type { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import type { captureEvent } from '@strata/contracts/operations/capture';
import type { getEvent } from '@strata/contracts/operations/events';
import type { recordFeedback } from '@strata/contracts/operations/feedback';
import type { deleteMemory, getMemory, listMemories } from '@strata/contracts/operations/memories';
import type { synthesize } from '@strata/contracts/operations/synthesize';
import type { z } from 'zod';

/** The operations that the tools call. */
interface Operations {
  readonly captureEvent: typeof captureEvent;
  readonly synthesize: typeof synthesize;
  readonly recordFeedback: typeof recordFeedback;
  readonly listMemories: typeof listMemories;
  readonly getMemory: typeof getMemory;
  readonly deleteMemory: typeof deleteMemory;
  readonly listArtifacts: typeof listArtifacts;
  readonly getArtifact: typeof getArtifact;
  readonly getEvent: typeof getEvent;
}
export type OperationName = keyof Operations;

/** The fields of one part of a request; none of a part that the operation does not have. */
type FieldsOf<Part> = Part extends undefined ? unknown : string extends keyof Part ? unknown : Part;

type FlatInputOf<Op> =
  Op extends Operation<infer Params, infer Query, infer Body>
    ? FieldsOf<z.input<Params>> & FieldsOf<z.input<Query>> & FieldsOf<z.input<Body>>
    : never;

export type InputOf<Name extends OperationName> = FlatInputOf<Operations[Name]>;
export type DataOf<Name extends OperationName> = z.output<Operations[Name]['response']>;

/**
 * Calls one operation with path parameters, query and body in one flat input. Returns the data of the envelope. Rejects with an
 * error that has the `code` of the API (or `connection_failed`, `timed_out`), a `message`, and perhaps `details`.
 */
export type CallOperation = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  options?: { readonly signal?: AbortSignal },
) => Promise<DataOf<Name>>;
