import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import { renderArtifact, withoutWriters, type RenderableArtifact } from '../pack/render-artifact.ts';
import { renderMemory } from '../pack/render-memory.ts';
import { sectionTokens } from '../pack/section-tokens.ts';
import { terms } from '../text/terms.ts';
import { traitsOf } from '../text/traits.ts';
import type { Entry } from './entry.ts';

/** Artifacts have no importance of their own: this is the middle of the scale. */
const ARTIFACT_IMPORTANCE = 0.5;

/** Prepares what the index stores of a memory or an artifact; pure. */
export const prepareEntry = (source: IndexedMemory | IndexedArtifact): Entry =>
  source.type === 'memory' ? prepareMemory(source) : prepareArtifact(source);

function prepareMemory(memory: IndexedMemory): Entry {
  const { body, dates } = memory;
  const shown = dates.length === 0 ? body : `${body} (${dates.join('; ')})`;
  return {
    ...commonFields(memory),
    body: shown,
    nameTerms: memory.speaker === null ? [] : [...new Set(terms(memory.speaker))],
    sourceMemories: [],
    sessions: memory.sessions.length > 1 ? [...new Set(memory.sessions)] : [],
    text: {
      id: memory.id,
      kind: 'memory',
      terms: terms(body),
      speaker: memory.speaker,
      sessionId: memory.sessionId,
      position: memory.position,
      part: memory.part,
      parts: memory.parts,
      occurredAt: Date.parse(memory.validFrom),
      importance: memory.importance,
      confidence: memory.confidence,
      times: memory.times,
      voices: memory.voices,
      ...traitsOf(body),
      tokens: sectionTokens(renderMemory({ ...memory, text: shown }, null)),
      subtype: memory.kind,
    },
  };
}

function prepareArtifact(artifact: IndexedArtifact): Entry {
  // The contract does not tie the content to the type; learn-compiler, which sends both, does.
  const body = renderArtifact(artifact as RenderableArtifact);
  // The goal counts twice: users ask for it more than for the steps.
  const goal = 'goal' in artifact.content ? artifact.content.goal : '';
  return {
    ...commonFields(artifact),
    body,
    nameTerms: [],
    sourceMemories: [...new Set(artifact.sourceMemories)],
    sessions: [],
    text: {
      id: artifact.id,
      kind: 'artifact',
      terms: terms(`${goal}\n${withoutWriters(body)}`),
      speaker: null,
      sessionId: null,
      position: null,
      part: 0,
      parts: 1,
      occurredAt: Date.parse(artifact.compiledAt),
      importance: ARTIFACT_IMPORTANCE,
      confidence: artifact.confidence,
      asks: false,
      mentionsTime: false,
      tokens: sectionTokens(body),
      subtype: artifact.artifactType,
    },
  };
}

const commonFields = ({ revision, agentId, namespaceId, tags }: IndexedMemory | IndexedArtifact) => ({
  revision,
  agentId,
  namespaceId,
  tags: [...new Set(tags)],
});
