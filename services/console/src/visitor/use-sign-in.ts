import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { changeSession } from '../session/change-session.ts';
import { openSession } from '../session/session-requests.ts';
import { pageAfter } from './page-after.ts';

/** Signs in with the token that `readToken` returns, and goes to the page that the visitor wanted. */
export function useSignIn<Input>(readToken: (input: Input) => Promise<string>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return useMutation({
    mutationFn: async (input: Input) => openSession(await readToken(input)),
    onSuccess: async (session) => {
      changeSession(client, session);
      await navigate(pageAfter(query.get('next')), { replace: true });
    },
  });
}
