import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import { renderArtifact, type RenderableArtifact } from '../pack/render-artifact.ts';
import { renderMemory } from '../pack/render-memory.ts';
import { sectionTokens } from '../pack/section-tokens.ts';
import { terms } from '../text/terms.ts';
import { traitsOf } from '../text/traits.ts';
import type { Entry } from './entry.ts';

/** Artifacts are compiled from many events; none of them is more important than another before it is asked for. */
const ARTIFACT_IMPORTANCE = 0.5;

/** Works out what the index keeps of a memory or an artifact; pure. */
export const prepareEntry = (source: IndexedMemory | IndexedArtifact): Entry =>
  source.type === 'memory' ? prepareMemory(source) : prepareArtifact(source);

function prepareMemory(memory: IndexedMemory): Entry {
  const { body, dates } = memory;
  const shown = dates.length === 0 ? body : `${body} (${dates.join('; ')})`;
  return {
    ...commonFields(memory),
    subtype: memory.kind,
    body: shown,
    nameTerms: memory.speaker === null ? [] : [...new Set(terms(memory.speaker))],
    sourceMemories: [],
    text: {
      id: memory.id,
      kind: 'memory',
      terms: terms(body),
      speaker: memory.speaker,
      sessionId: memory.sessionId,
      position: memory.position,
      occurredAt: Date.parse(memory.validFrom),
      importance: memory.importance,
      confidence: memory.confidence,
      ...traitsOf(body),
      tokens: sectionTokens(renderMemory(shown, memory.speaker, null)),
    },
  };
}

function prepareArtifact(artifact: IndexedArtifact): Entry {
  // The contract cannot say that type and content belong together; the compiler that sends both makes them so.
  const body = renderArtifact(artifact as RenderableArtifact);
  // What a way of working is for weighs more than its steps: users ask in words of the goal.
  const goal = 'goal' in artifact.content ? artifact.content.goal : '';
  return {
    ...commonFields(artifact),
    subtype: artifact.artifactType,
    body,
    nameTerms: [],
    sourceMemories: [...new Set(artifact.sourceMemories)],
    text: {
      id: artifact.id,
      kind: 'artifact',
      terms: terms(`${goal}\n${body}`),
      speaker: null,
      sessionId: null,
      position: null,
      occurredAt: Date.parse(artifact.compiledAt),
      importance: ARTIFACT_IMPORTANCE,
      confidence: artifact.confidence,
      asks: false,
      mentionsTime: false,
      tokens: sectionTokens(body),
    },
  };
}

const commonFields = ({ revision, agentId, namespaceId, tags }: IndexedMemory | IndexedArtifact) => ({
  revision,
  agentId,
  namespaceId,
  tags: [...new Set(tags)],
});
