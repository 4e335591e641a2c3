import type { Data } from '@strata/client/strata';
import { useEffect, useState, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { count, counted } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Stat } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';
import { isTelling, lifecycleOf, type LifecycleForm } from './lifecycle-form.tsx';

const TITLE = 'What it would do now';

interface LifecyclePreviewProps {
  readonly orgId: string;
  readonly policyId: string;
}

/** What the next sweep would archive and delete by a lifecycle policy. It is a read, though the request is a POST. */
export function LifecyclePreview(input: LifecyclePreviewProps): ReactNode {
  const preview = useOperation('previewLifecyclePolicy', input);
  return (
    <section className="stack" aria-label={TITLE}>
      <h3>{TITLE}</h3>
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

interface ChangePreviewProps {
  readonly orgId: string;
  /** The policy that would be changed. Not set: a new one. */
  readonly policyId?: string;
  readonly form: LifecycleForm;
  /** Called with the form as soon as its preview is shown, or the text that it has too few fields for one. */
  readonly onShown: (form: LifecycleForm) => void;
}

const PAUSE_MS = 400;

/** The same for a policy that is not stored yet: a preview of the form, requested when the user stops typing. A preview of an earlier form is hidden. */
export function ChangePreview({ orgId, policyId, form, onShown }: ChangePreviewProps): ReactNode {
  const [paused, setPaused] = useState(form);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(form), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [form]);
  const isNeeded = isTelling(form);
  const isPaused = effectsKey(paused) === effectsKey(form);
  const preview = useOperation(
    'previewLifecycleChange',
    { orgId, ...effectsOf(paused), ...(policyId === undefined ? {} : { policyId }) },
    { isNeeded: isTelling(paused) },
  );
  const isShown = !isNeeded || (isPaused && preview.data !== undefined);
  useEffect(() => {
    if (isShown) onShown(form);
  }, [isShown, form, onShown]);
  return (
    <section aria-label={TITLE}>
      {!isNeeded ? (
        <p className="muted">Fill in the scope, and when it archives or deletes, to see what it would do.</p>
      ) : isPaused ? (
        <Loaded query={preview}>{(effects) => <p>{outlookOf(effects)}</p>}</Loaded>
      ) : (
        <Loading />
      )}
    </section>
  );
}

/** The fields that decide what the policy does: all but the name. */
function effectsOf(form: LifecycleForm) {
  const { scope, retentionDays, archiveAfterDays, deleteAfterDays } = lifecycleOf(form);
  return { scope, retentionDays, archiveAfterDays, deleteAfterDays };
}
const effectsKey = (form: LifecycleForm): string => JSON.stringify(effectsOf(form));

function outlookOf({
  archive,
  delete: { memories, events, artifacts },
  truncated,
}: Data<'previewLifecycleChange'>): string {
  const archived = `archive ${counted(archive.memories, 'memory', 'memories')}`;
  const deleted = `delete ${counted(memories, 'memory', 'memories')} and ${counted(events, 'event')} for good`;
  const compiled = artifacts === 0 ? '' : `; ${counted(artifacts, 'artifact')} would be compiled again or deleted`;
  const more = truncated ? ' There are more than were counted.' : '';
  return `Within about a minute it would ${archived}, and ${deleted}${compiled}.${more}`;
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
