import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { count } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Stat } from '../../ui/page.tsx';

interface LifecyclePreviewProps {
  readonly orgId: string;
  readonly policyId: string;
}

/** What the next sweep would archive and delete by a lifecycle policy. It is a read, though the request is a POST. */
export function LifecyclePreview(input: LifecyclePreviewProps): ReactNode {
  const preview = useOperation('previewLifecyclePolicy', input);
  return (
    <section className="stack" aria-label="What it would do now">
      <h3>What it would do now</h3>
      <Loaded query={preview}>
        {({ archive, delete: deletion, truncated }) => (
          <>
            <div className="grid">
              <Stat label="Memories to archive" value={count(archive.memories)} />
              <Stat label="Memories to delete" value={count(deletion.memories)} />
              <Stat label="Events to delete" value={count(deletion.events)} />
              <Stat label="Artifacts to compile again or delete" value={count(deletion.artifacts)} />
            </div>
            {truncated && <p className="muted">There are more than were counted.</p>}
            <Samples title="Some to archive" ids={archive.samples} />
            <Samples title="Some to delete" ids={deletion.samples} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const Samples = ({ title, ids }: { readonly title: string; readonly ids: readonly string[] }): ReactNode =>
  ids.length === 0 ? null : (
    <div>
      <p className="muted">{title}</p>
      <ul className="plain-list">
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </div>
  );
