import { newId } from '@strata/kernel/ids';
import type { ChangedArtifact } from '../src/learning/compiled-knowledge.ts';

export const NOTHING_OF_SESSIONS = { changed: [], gone: [], isWhole: false, identifierForms: [], revision: 0 };

/** A causal pattern that was compiled from one event. */
export const aPattern = (eventId: string): ChangedArtifact => ({
  id: newId('art'),
  tokenCount: 1,
  fingerprint: 'of a pattern',
  since: null,
  draft: {
    key: 'a pattern',
    type: 'causal_pattern',
    title: 'A pattern',
    confidence: 1,
    tags: [],
    sourceSessions: 1,
    changes: [],
    content: {
      cause: 'a',
      effect: 'b',
      support: 1,
      tasks: 1,
      writers: 0,
      confidence: 1,
      lift: 1,
      pValue: 0,
      counterExamples: 0,
    },
    sourceEvents: [eventId],
    evidence: [eventId],
  },
});
