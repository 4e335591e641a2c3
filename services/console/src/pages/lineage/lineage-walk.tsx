import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { keyOf } from '../../api/query-keys.ts';
import { strata } from '../../api/strata.ts';
import { may } from '../../session/may.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { GraphView } from './graph-view.tsx';
import { kindName, pageOf } from './kind-name.ts';
import { mergeGraphs } from './lineage-graph.ts';
import { NodeList } from './node-list.tsx';
import { readNeighbours } from './read-neighbours.ts';

const ORGANIZATIONS = { limit: 100 };

/** The organizations whose lineage the user may read. They are read once for all steps. */
function useOrganizations(): () => Promise<readonly string[]> {
  const session = useSession();
  const client = useQueryClient();
  return async () => {
    const { items } = await client.query({
      queryKey: keyOf('listOrganizations', ORGANIZATIONS),
      queryFn: async () => await strata.api.listOrganizations(ORGANIZATIONS),
    });
    return items.filter((organization) => may(session, 'getLineageGraph', organization)).map(({ id }) => id);
  };
}

/** A walk that begins at one node. Each node that the reader chooses adds what it came from and what it became. */
export function LineageWalk({ start }: { readonly start: string }): ReactNode {
  const [followed, setFollowed] = useState<readonly string[]>([start]);
  const [chosen, setChosen] = useState(start);
  const organizations = useOrganizations();
  const steps = useQueries({
    queries: followed.map((id) => ({
      queryKey: ['lineage', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readNeighbours(id, organizations, signal),
    })),
    combine: (results) => ({
      graph: mergeGraphs(results.flatMap(({ data }) => (data === undefined ? [] : [data]))),
      isReading: results.some(({ isLoading }) => isLoading),
      failed: results.find(({ error }) => error !== null),
    }),
  });
  const { graph, isReading, failed } = steps;
  const readable = useMemo(
    () => new Set(graph.nodes.filter(({ isReadable }) => isReadable).map(({ id }) => id)),
    [graph],
  );
  const choose = useCallback(
    (id: string) => {
      setChosen(id);
      if (readable.has(id)) setFollowed((before) => (before.includes(id) ? before : [...before, id]));
    },
    [readable],
  );
  const node = graph.nodes.find(({ id }) => id === chosen);
  return (
    <>
      {failed !== undefined && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {isReading && <Loading what="Reading the lineage" />}
      {graph.isTruncated && (
        <Notice tone="warning" title="Not everything is shown">
          <p>One step adds at most 20 nodes of a kind, and looks at the newest.</p>
        </Notice>
      )}
      {graph.nodes.length > 0 && (
        <>
          <Card
            title="Graph"
            aside={node !== undefined && <Link to={pageOf(node)}>Open the {kindName(node.kind).toLowerCase()}</Link>}
          >
            <p className="muted">
              From events at the left to memories and artifacts. Choose a node to see what it came from and what it
              became.
            </p>
            <GraphView graph={graph} chosen={chosen} onChoose={choose} />
          </Card>
          <Card title="The same as a list">
            <p className="muted">
              Follow a node to see all its links: until then, only those of followed nodes are named.
            </p>
            <NodeList graph={graph} followed={followed} onChoose={choose} />
          </Card>
        </>
      )}
    </>
  );
}
