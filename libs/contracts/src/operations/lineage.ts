import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { lineageGraphSchema, lineageSchema, type LineageEdge } from '../schemas/lineage.ts';

const lineageParams = z.strictObject({ orgId: text(1, 200), memoryId: text(1, 200) });

const MEMORY = 'mem_50fb0c0cc481d90067179fdb4c30adbc';
const EVENT = 'evt_6aec887c8018ccb9d2f5184b69b3a0e4';
const ARTIFACT = 'art_5965067fd3ae9636c57660a8fd985ff5';
const params = { orgId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920', memoryId: MEMORY };

const CAPTURED: LineageEdge = {
  from: EVENT,
  to: MEMORY,
  type: 'captured_from',
  timestamp: '2026-05-08T09:15:23.400Z',
};
const COMPILED: LineageEdge = {
  from: MEMORY,
  to: ARTIFACT,
  type: 'compiled_into',
  timestamp: '2026-05-08T09:15:24.441Z',
};
const NO_MEMORY = 'The memory does not exist';
const GOVERNED_ELSEWHERE = 'A memory that another organization of the tenant governs is a 404.';

export const getLineage = defineOperation({
  name: 'getLineage',
  summary: 'Read the lineage of a memory',
  method: 'GET',
  path: '/v1/organizations/{orgId}/lineage/{memoryId}',
  credential: 'jwt',
  scope: null,
  permission: 'lineage:read',
  service: 'enterprise-org',
  params: lineageParams,
  response: lineageSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_MEMORY },
  description: `Its source events and the artifacts compiled from it. Data that policies hide from you is neither named nor counted. ${GOVERNED_ELSEWHERE}`,
  examples: [
    {
      summary: 'One event, one playbook',
      params,
      response: {
        memoryId: MEMORY,
        sourceEvents: [EVENT],
        derivedArtifacts: [ARTIFACT],
        lineage: [CAPTURED, COMPILED],
        totals: { sourceEvents: 1, derivedArtifacts: 1 },
        truncated: false,
      },
    },
  ],
});

export const getLineageGraph = defineOperation({
  name: 'getLineageGraph',
  summary: 'Read the lineage graph around a memory',
  method: 'GET',
  path: '/v1/organizations/{orgId}/lineage/graph/{memoryId}',
  credential: 'jwt',
  scope: null,
  permission: 'lineage:read',
  service: 'enterprise-org',
  params: lineageParams,
  response: lineageGraphSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_MEMORY },
  description: `The directed graph from source events through memories to compiled artifacts: the memory, its events, the artifacts compiled from it, the other memories behind those artifacts, and their events. At most 1,000 nodes, the nearest first. Data that policies hide from you is left out. ${GOVERNED_ELSEWHERE}`,
  examples: [
    {
      summary: 'One event, one playbook',
      params,
      response: {
        nodes: [
          {
            id: MEMORY,
            kind: 'memory',
            label: 'error: charge_payment failed: payment provider timed out after 30 s',
            writer: null,
            at: CAPTURED.timestamp,
          },
          {
            id: EVENT,
            kind: 'event',
            label: 'tool_result',
            writer: { actorId: 'usr_9d0e6f4b1c2a', actorType: 'user', keyId: 'key_5f1b6c7d' },
            at: '2026-05-08T09:00:00.000Z',
          },
          {
            id: ARTIFACT,
            kind: 'artifact',
            label: 'charge payment fails: payment provider timed out after <n> s (payment <id>)',
            writer: null,
            at: COMPILED.timestamp,
          },
        ],
        edges: [CAPTURED, COMPILED],
        truncated: false,
      },
    },
  ],
});
