import { isTransient } from '@strata/client/strata';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useHealth } from '../api/health.ts';

/** Says that the service is away. When it is back, everything that failed meanwhile is read again. */
export function AwayBanner(): ReactNode {
  const { error } = useHealth();
  const client = useQueryClient();
  const isAway = error !== null && isTransient(error);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) void client.invalidateQueries();
    wasAway.current = isAway;
  }, [client, isAway]);
  return (
    <div role="status">
      {isAway && (
        <div className="away">
          Strata does not respond. You see what was loaded before. This page goes on by itself when Strata is back.
        </div>
      )}
    </div>
  );
}
