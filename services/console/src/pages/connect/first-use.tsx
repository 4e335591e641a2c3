import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const EVERY_MS = 3_000;

/** Whether the new key was used: then the tool is connected. */
export function FirstUse({ keyId }: { readonly keyId: string }): ReactNode {
  // The newest come first, so the new key is on the first page.
  const { data } = useOperation('listApiKeys', { limit: 20 }, { everyMs: EVERY_MS });
  const usedAt = data?.items.find(({ id }) => id === keyId)?.lastUsedAt ?? null;
  return (
    <Card title="4. Does it work?">
      <div role="status">
        {usedAt === null ? (
          <p className="muted">Strata has not seen this key yet. This page notices the first request with it.</p>
        ) : (
          <Notice tone="good" title="It is connected">
            <p>
              The last request with this key: <Time at={usedAt} />.
            </p>
          </Notice>
        )}
      </div>
      {usedAt !== null && (
        <div className="row">
          <ButtonLink to="/" kind="primary">
            See what came in
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
