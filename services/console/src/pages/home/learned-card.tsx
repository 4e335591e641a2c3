import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { artifactTypeName } from '../../ui/artifact-type.ts';

const EVERY_MS = 15_000;
const SHOWN = 6;

/** What was learned lately. */
export function LearnedCard(): ReactNode {
  const artifacts = useOperation('listArtifacts', { limit: SHOWN }, { everyMs: EVERY_MS });
  return (
    <Card title="Learned lately">
      <Loaded query={artifacts}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">
              Nothing yet. Artifacts appear when sessions have been learned: capture the runs of an agent, and Strata
              learns from each soon after it falls silent.
            </p>
          ) : (
            <ul className="plain-list">
              {items.map(({ id, type, title, createdAt }) => (
                <li key={id} className="row">
                  <Badge tone="accent">{artifactTypeName(type)}</Badge>
                  <Link to={`/learned/${id}`}>{title}</Link>
                  <span className="muted">
                    <Time at={createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
