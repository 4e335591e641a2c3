import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { SERVICE_URL } from '../session/addresses.ts';
import { serviceRequest } from '../session/service-request.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface Provider {
  readonly id: string;
  readonly name: string;
}

/** The gateway remembers no longer address of a page. */
const MAX_NEXT = 1_000;

const PROVIDERS_URL = new URL('console/session/providers', SERVICE_URL);

/** Why a sign-in with an identity provider failed, as the gateway names it: what the visitor should know, and do. */
const FAILURES: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  refused: [
    'Your identity provider did not sign you in',
    'You cancelled, or it does not let you use Strata. Try again.',
  ],
  outdated: ['This sign-in has ended', 'It took longer than ten minutes, or another one began. Try again.'],
  unavailable: ['Your identity provider does not respond', 'It may work again in a moment. Try again.'],
  'not-admitted': [
    'You may not enter Strata',
    'Your identity provider knows you, but names no tenant that you may enter. Ask its administrator, or the one of Strata.',
  ],
  failed: [
    'Signing in did not work',
    'Try again. If it happens again, tell an administrator: the log of Strata says why.',
  ],
};

/** A button for each identity provider, and what came of the last attempt. Nothing, if there are no providers. */
export function ProviderSignIn(): ReactNode {
  const [query] = useSearchParams();
  const { data: providers = [] } = useQuery({
    queryKey: ['sign-in-providers'],
    queryFn: async () =>
      (await serviceRequest<{ readonly providers: readonly Provider[] }>(PROVIDERS_URL, { method: 'GET' })).providers,
  });
  const begin = useMutation({
    mutationFn: async ({ id }: Provider) => {
      const url = new URL(`${PROVIDERS_URL.href}/${id}`);
      const headers = { 'content-type': 'application/json' };
      const next = query.get('next') ?? '';
      const body = JSON.stringify({ next: next.length > MAX_NEXT ? '' : next });
      const { address } = await serviceRequest<{ readonly address: string }>(url, { method: 'POST', headers, body });
      location.assign(address);
    },
  });
  const failure = FAILURES[query.get('failed') ?? ''];
  return (
    <>
      {begin.error !== null ? (
        <Notice tone="bad" title={begin.error.message} />
      ) : (
        failure !== undefined && (
          <Notice tone="bad" title={failure[0]}>
            <p>{failure[1]}</p>
          </Notice>
        )
      )}
      {providers.map((provider) => (
        <Button key={provider.id} kind="primary" isDisabled={begin.isPending} onPress={() => begin.mutate(provider)}>
          Sign in with {provider.name}
        </Button>
      ))}
      {providers.length > 0 && <p className="muted">Or with an e-mail address and a password:</p>}
    </>
  );
}
