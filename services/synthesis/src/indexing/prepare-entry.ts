import { languageOf } from '@strata/languages/language-of';
import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import { isRelative } from '@strata/languages/relatives';
import { renderArtifact, withoutWriters, type RenderableArtifact } from '../pack/render-artifact.ts';
import { renderMemory } from '../pack/render-memory.ts';
import { sectionTokens } from '../pack/section-tokens.ts';
import type { Instruction } from '../rank/instruction.ts';
import { isPerson } from '@strata/kernel/speaker-roles';
import { isProhibition, standingInstruction } from '../text/standing-instruction.ts';
import { stems, terms } from '../text/terms.ts';
import { traitsOf } from '../text/traits.ts';
import { words } from '../text/words.ts';
import type { Entry, IndexedText } from './entry.ts';

/** Artifacts have no importance of their own: this is the middle of the scale. */
const ARTIFACT_IMPORTANCE = 0.5;

/** Prepares what the index stores of a memory or an artifact; pure. */
export const prepareEntry = (source: IndexedMemory | IndexedArtifact): Entry =>
  source.type === 'memory' ? prepareMemory(source) : prepareArtifact(source);

/** The text of a memory for the reader: its words, and what relative dates in them mean. */
export const shownText = ({ body, dates }: { readonly body: string; readonly dates: readonly string[] }): string =>
  dates.length === 0 ? body : `${body} (${dates.join('; ')})`;

function prepareMemory(memory: IndexedMemory): Entry {
  const { body } = memory;
  const replaced = replacedOf(memory);
  const shown = shownText(memory);
  return {
    ...commonFields(memory),
    body: shown,
    nameTerms: memory.speaker === null ? [] : [...new Set(stems(words(memory.speaker), null))],
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
      ...replaced,
      ...(memory.sideTextOf === null ? {} : { eventId: memory.sideTextOf }),
      tokens: sectionTokens(renderMemory({ ...memory, ...replaced, text: shown }, null)),
      subtype: memory.kind,
      ...instructionOf(memory),
      ...relativesOf(memory),
    },
  };
}

function relativesOf({ speaker, body }: IndexedMemory): Pick<IndexedText, 'relatives'> {
  const relatives = isPerson(speaker) ? [...new Set(words(body).filter(isRelative))] : [];
  return relatives.length === 0 ? {} : { relatives };
}

const replacedOf = ({ validTo, replacedBy }: IndexedMemory): Pick<IndexedText, 'replaced'> =>
  validTo === null || replacedBy === null ? {} : { replaced: { until: Date.parse(validTo), by: replacedBy } };

/** Only people give instructions: what programs and tools say of rules is compiled from many sessions. */
function instructionOf({ speaker, body, sessionId, sessions, userId }: IndexedMemory): { instruction?: Instruction } {
  const found = isPerson(speaker) ? standingInstruction(body) : null;
  if (found === null) return {};
  const conditionTerms = [...new Set(found.conditions.flatMap((condition) => terms(condition, languageOf(body))))];
  return {
    instruction: {
      conditionTerms,
      matter: [...new Set(words(found.matter))],
      isProhibition: isProhibition(found.matter),
      sessions: [...new Set([sessionId, ...sessions])],
      isOfEndUser: userId !== null,
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
      ...(artifact.changes.length === 0 ? {} : { changes: artifact.changes }),
    },
  };
}

const commonFields = ({ revision, agentId, namespaceId, userId, tags }: IndexedMemory | IndexedArtifact) => ({
  revision,
  agentId,
  namespaceId,
  userId,
  tags: [...new Set(tags)],
});
