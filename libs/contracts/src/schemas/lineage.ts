import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { writerSchema } from './writer.ts';

/** Maximum number of source events, and of artifacts, in a lineage record. */
export const MOST_LINEAGE_RELATIVES = 1000;
/** Maximum number of nodes of a lineage graph. */
export const MOST_LINEAGE_NODES = 1000;

export const lineageEdgeSchema = z
  .object({
    from: z.string().describe('Id of the source.'),
    to: z.string().describe('Id of the result.'),
    type: z
      .enum(['captured_from', 'compiled_into'])
      .describe('`captured_from`: an event became a memory. `compiled_into`: a memory became part of an artifact.'),
    timestamp: utcInstant.describe('When the result was created or last compiled.'),
  })
  .meta({ id: 'LineageEdge', description: 'One step from an event to a memory, or from a memory to an artifact.' });
export type LineageEdge = z.infer<typeof lineageEdgeSchema>;

const truncated = z.boolean().describe('True if something was left out because there is too much.');
const total = z.number().int().min(0);

export const lineageSchema = z
  .object({
    memoryId: z.string(),
    sourceEvents: z.array(z.string()).describe('Ids of its source events: the newest 1,000, newest first.'),
    derivedArtifacts: z
      .array(z.string())
      .describe('Ids of the artifacts that were compiled from it: the newest 1,000, newest first.'),
    lineage: z.array(lineageEdgeSchema).describe('The edges between these and the memory.'),
    totals: z
      .object({ sourceEvents: total, derivedArtifacts: total })
      .describe('Counts that include what was left out.'),
    truncated,
  })
  .meta({ id: 'Lineage', description: 'The source events of a memory, and the artifacts compiled from it.' });
export type Lineage = z.infer<typeof lineageSchema>;

export const lineageNodeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['event', 'memory', 'artifact']),
    label: z
      .string()
      .describe(
        "An artifact's title; a memory's kind and the first 80 characters of its content; an event's type, or `event` if it was deleted.",
      ),
    writer: writerSchema
      .nullable()
      // An earlier version of the learn-compiler does not send it.
      .default(null)
      .describe('Who captured the event; null for memories and artifacts, and if it is not known.'),
    at: utcInstant.describe('When the event happened, the memory was created, or the artifact was last compiled.'),
  })
  .meta({ id: 'LineageNode', description: 'An event, a memory or an artifact.' });
export type LineageNode = z.infer<typeof lineageNodeSchema>;

export const lineageGraphSchema = z
  .object({
    nodes: z.array(lineageNodeSchema).describe('At most 1,000: the memory first, then the nearest.'),
    edges: z.array(lineageEdgeSchema).describe('From events to memories, and from memories to artifacts.'),
    truncated,
  })
  .meta({
    id: 'LineageGraph',
    description:
      'A memory, its events, the artifacts compiled from it, the other memories behind those artifacts, and their events.',
  });
export type LineageGraph = z.infer<typeof lineageGraphSchema>;
