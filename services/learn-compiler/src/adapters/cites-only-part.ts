import { ARTIFACT_TYPES } from '@strata/contracts/schemas/artifact';
import { MAX_SOURCE_EVENTS } from '../compile/source-events.ts';
import { USES_CONTEXT } from '../learning/evidence-in-context.ts';

export const TYPES_USING_CONTEXT = ARTIFACT_TYPES.filter((type) => USES_CONTEXT[type]);

/**
 * The condition on artifacts that can rest on more events than they cite: they cite the most that is allowed, or their
 * type uses context. `types` is the placeholder of `TYPES_USING_CONTEXT`; `cited` is the table with the cited events.
 */
export const citesOnlyPart = (types: string, cited = 'artifacts'): string =>
  `(cardinality(${cited}.source_events) >= ${String(MAX_SOURCE_EVENTS)} or artifacts.type = any(${types}::text[]))`;
