import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SESSION_KEY } from './session-key.ts';
import type { Session } from './session.ts';
import { readSession, renewSession } from './session-requests.ts';

const EVERY_MS = 60_000;
/** A session is renewed when it has less than this left, and the user was here within the same time. */
const RENEW_WITHIN_MS = 30 * 60_000;

/** Renews the session while the user works, and notices its end, also where nothing else asks the service. */
export function useRenewal({ expiresAt }: Session): void {
  const client = useQueryClient();
  useEffect(() => {
    let lastUse = Date.now();
    const use = (): void => {
      lastUse = Date.now();
    };
    const check = async (): Promise<void> => {
      const leftMs = Date.parse(expiresAt) - Date.now();
      const isUsed = Date.now() - lastUse < RENEW_WITHIN_MS;
      if (leftMs > RENEW_WITHIN_MS && document.hidden) return;
      const session = await (leftMs > 0 && leftMs < RENEW_WITHIN_MS && isUsed ? renewSession() : readSession());
      client.setQueryData(SESSION_KEY, session);
    };
    // Without an answer the session stays as it is; the next check tries again.
    const timer = setInterval(() => void check().catch(() => undefined), EVERY_MS);
    for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, use);
    return () => {
      clearInterval(timer);
      for (const event of ['pointerdown', 'keydown'] as const) removeEventListener(event, use);
    };
  }, [client, expiresAt]);
}
