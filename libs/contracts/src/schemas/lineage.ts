import { z } from 'zod';
import { utcInstant } from './instant.ts';

/** Most source events and most artifacts that a lineage record names, of each. */
export const MOST_LINEAGE_RELATIVES = 1000;
/** Most nodes of a lineage graph. */
export const MOST_LINEAGE_NODES = 1000;

export const lineageEdgeSchema = z
  .object({
    from: z.string().describe('Id of what it was made from.'),
    to: z.string().describe('Id of what was made.'),
    type: z
      .enum(['captured_from', 'compiled_into'])
      .describe('`captured_from`: an event became a memory. `compiled_into`: a memory became part of an artifact.'),
    timestamp: utcInstant.describe('When it was made, or last compiled.'),
  })
  .meta({ id: 'LineageEdge', description: 'One step from what happened to what is known.' });
export type LineageEdge = z.infer<typeof lineageEdgeSchema>;

const truncated = z.boolean().describe('True when something was left out because there is too much of it.');
const total = z.number().int().min(0);

export const lineageSchema = z
  .object({
    memoryId: z.string(),
    sourceEvents: z.array(z.string()).describe('Ids of the events that it comes from: the newest 1,000, newest first.'),
    derivedArtifacts: z
      .array(z.string())
      .describe('Ids of the artifacts that were compiled from it: the newest 1,000, newest first.'),
    lineage: z.array(lineageEdgeSchema).describe('How those named hang together with the memory.'),
    totals: z
      .object({ sourceEvents: total, derivedArtifacts: total })
      .describe('How many there are, with those that were left out.'),
    truncated,
  })
  .meta({ id: 'Lineage', description: 'Where a memory comes from, and what became of it.' });
export type Lineage = z.infer<typeof lineageSchema>;

export const lineageNodeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['event', 'memory', 'artifact']),
    label: z
      .string()
      .describe(
        "An artifact's title; a memory's kind and the first 80 characters of its content; an event's type, or `event` for one that is not kept any more.",
      ),
    at: utcInstant.describe('When an event happened, a memory was made, or an artifact was compiled last.'),
  })
  .meta({ id: 'LineageNode', description: 'An event, a memory or an artifact.' });
export type LineageNode = z.infer<typeof lineageNodeSchema>;

export const lineageGraphSchema = z
  .object({
    nodes: z.array(lineageNodeSchema).describe('The nearest to the memory first, which is the first; 1,000 at most.'),
    edges: z.array(lineageEdgeSchema).describe('From events to memories, and from memories to artifacts.'),
    truncated,
  })
  .meta({
    id: 'LineageGraph',
    description:
      'A memory, its events, the artifacts compiled from it, the other memories behind those, and the events of these.',
  });
export type LineageGraph = z.infer<typeof lineageGraphSchema>;
