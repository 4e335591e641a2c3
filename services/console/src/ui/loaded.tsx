import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Loading } from './states.tsx';

interface LoadedProps<Value> {
  readonly query: Pick<UseQueryResult<Value>, 'data' | 'error' | 'refetch'>;
  readonly children: (value: Value) => ReactNode;
}

/** What a query has read. What was read before stays while the service is away. */
export function Loaded<Value>({ query: { data, error, refetch }, children }: LoadedProps<Value>): ReactNode {
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
