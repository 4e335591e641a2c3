import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 5_000;

/** Everything that was read. The SDK already tries again, so a failed query shows its error at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
