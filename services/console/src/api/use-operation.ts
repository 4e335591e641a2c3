import type { Data, Input, ListName, OperationName, StreamName } from '@strata/client/operation-types';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { keyOf } from './query-keys.ts';
import { strata } from './strata.ts';

type AnyCall = (input: unknown, options?: { signal: AbortSignal }) => Promise<unknown>;
const call = (operation: OperationName): AnyCall => strata.api[operation] as unknown as AnyCall;

/** The operations that return one answer; of a list it is the first page. */
type Readable = Exclude<OperationName, StreamName>;

interface ReadOptions<Result> {
  /** Reads again so often while the page is visible. */
  readonly everyMs?: number | undefined;
  /** False: is not read yet. */
  readonly isNeeded?: boolean;
  /** True: is read once, and then only on demand. */
  readonly isReadOnce?: boolean;
  /** The answer, if it came with another one, and when, in milliseconds since 1970. */
  readonly known?: { readonly answer: Result; readonly at: number } | undefined;
}

/** Reads what an operation returns, from the cache first. */
export function useOperation<Name extends Readable>(
  operation: Name,
  input: Input<Name>,
  { everyMs, isNeeded = true, isReadOnce = false, known }: ReadOptions<Data<Name>> = {},
): UseQueryResult<Data<Name>> {
  return useQuery({
    queryKey: keyOf(operation, input),
    queryFn: async ({ signal }) => (await call(operation)(input, { signal })) as Data<Name>,
    enabled: isNeeded,
    ...(known === undefined ? {} : { initialData: known.answer, initialDataUpdatedAt: known.at }),
    ...(isReadOnce ? { staleTime: 'static' as const } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** Calls an operation that changes something, and reads the answers of the operations in `outdates` again. */
export function useChange<Name extends Exclude<Readable, ListName>>(
  operation: Name,
  { outdates = [] }: { readonly outdates?: readonly OperationName[] } = {},
): UseMutationResult<Data<Name>, Error, Input<Name>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input<Name>) => (await call(operation)(input)) as Data<Name>,
    onSuccess: () => Promise.all(outdates.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}
