import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { ActorOfTenant } from '../../ui/actors.tsx';
import { artifactTypeName } from '../../ui/artifact-type.ts';
import { count, share } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { ArtifactContent } from './artifact-content.tsx';
import { ArtifactEvidence } from './artifact-evidence.tsx';
import { ArtifactVersions } from './artifact-versions.tsx';
import { aboutOf, type Artifact } from './artifact.ts';
import { JudgeButtons } from './judge-buttons.tsx';
import { SwitchButton } from './switch-button.tsx';
import './learned.css';

/** One artifact: what it says, what it rests on, and what the reader thinks of it. */
export default function ArtifactPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useOperation('getArtifact', { id });
  return (
    <Page
      title={query.data?.title ?? 'Artifact'}
      lead={<Link to="/learned">All that was learned</Link>}
      actions={
        query.data !== undefined && (
          <>
            {query.data.isActive && (
              <MayDo operation="recordFeedback">
                <JudgeButtons key={id} artifact={query.data} />
              </MayDo>
            )}
            <MayDo operation="updateArtifact">
              <SwitchButton artifact={query.data} />
            </MayDo>
          </>
        )
      }
    >
      <Loaded query={query}>{(artifact) => <WholeArtifact artifact={artifact} />}</Loaded>
    </Page>
  );
}

function WholeArtifact({ artifact }: { readonly artifact: Artifact }): ReactNode {
  const { id, type, version, tokenCount, isActive, switchedOff, compiledAt, createdAt } = artifact;
  const { agentId, namespaceId, userId, confidence, sourceSessions, tags } = aboutOf(artifact);
  return (
    <>
      {switchedOff !== null && (
        <Notice tone="warning" title="Switched off: no pack shows it">
          <p>
            {switchedOff.reason ?? 'Without a reason.'}{' '}
            <span className="muted">
              <Time at={switchedOff.at} isFull />, by <ActorOfTenant id={switchedOff.by.actorId} />
            </span>
          </p>
        </Notice>
      )}
      {!isActive && switchedOff === null && (
        <Notice tone="warning" title="Withdrawn: its evidence no longer supports it">
          <p>No pack shows it. It comes back when new sessions show the same.</p>
        </Notice>
      )}
      <div className="row">
        <Badge tone="accent">{artifactTypeName(type)}</Badge>
        <Badge>Version {count(version)}</Badge>
        {confidence !== undefined && <Badge>Confidence {share(confidence)}</Badge>}
      </div>
      <ArtifactContent content={artifact.content} />
      <ArtifactEvidence artifact={artifact} />
      <ArtifactVersions key={`${id} ${String(version)}`} id={id} version={version} />
      <Card title="About">
        <Facts
          facts={[
            ['Id', <span className="mono">{id}</span>],
            ['Agent', agentId],
            ['Namespace', namespaceId],
            ['End user', userId],
            ['Sessions', sourceSessions === undefined ? undefined : count(sourceSessions)],
            ['Tags', tags.join(', ')],
            ['Size', `${count(tokenCount)} tokens`],
            ['First compiled', <Time at={createdAt} isFull />],
            ['Last compiled', <Time at={compiledAt} isFull />],
          ]}
        />
      </Card>
    </>
  );
}
