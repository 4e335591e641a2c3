import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server';
import { frameRecalled } from '@strata/kernel/recalled-text';
import { findItem, isItemId } from './tools/item.ts';
import type { ToolContext } from './tools/tool.ts';

/** So many artifacts are listed, the newest first. */
const MAX_LISTED = 100;
const MIME_TYPE = 'text/plain';

/** Runs what answers one request. Rejects with a `ProtocolError`. */
export type Serve = <Result>(request: ServerContext, run: (context: ToolContext) => Promise<Result>) => Promise<Result>;

/** Memories and artifacts as resources. Artifacts are listed; there can be too many memories for that. */
export function addResources(server: McpServer, serve: Serve): void {
  const read = (uri: URL, { id }: Variables, request: ServerContext) =>
    serve(request, async (context) => {
      const item = typeof id === 'string' && isItemId(id) ? await findItem(id, context) : undefined;
      if (item === undefined || uriOf(item.kind, item.id) !== uri.href) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: frameRecalled(item.text) }] };
    });
  server.registerResource(
    'memory',
    new ResourceTemplate(uriOf('memory', '{id}'), { list: undefined }),
    { title: 'Memory', description: 'One thing that was said, decided, found or done.', mimeType: MIME_TYPE },
    read,
  );
  server.registerResource(
    'artifact',
    new ResourceTemplate(uriOf('artifact', '{id}'), {
      list: (request) =>
        serve(request, async ({ call }) => {
          const { items } = await call('listArtifacts', { limit: MAX_LISTED });
          return { resources: items.map(({ id, title }) => ({ uri: uriOf('artifact', id), name: id, title })) };
        }),
    }),
    {
      title: 'Artifact',
      description: 'Compiled knowledge: a procedure, failure playbook, causal pattern or decision policy.',
      mimeType: MIME_TYPE,
    },
    read,
  );
}

const uriOf = (kind: string, id: string): string => `strata://${kind}/${id}`;
