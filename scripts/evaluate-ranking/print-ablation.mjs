import * as parameters from '../../services/synthesis/dist/rank/parameters.js';
import { buildContextPack } from '../../services/synthesis/dist/synthesis/build-context-pack.js';
import { RANKING_ARMS } from '../../services/synthesis/dist/synthesis/ranking-arms.js';
import { indexConversation } from './conversation-index.mjs';

/** What makes a rule without effect: values of `rank/parameters`. */
const RULES = {
  'resembling words': { RESEMBLANCE: { weight: 0 } },
  'answers to questions': { NEIGHBOURS: { answersQuestion: 0 } },
  'words that only ask': { ASKING: { termWeight: 1 } },
  'further parts': { FURTHER_PART: { factor: 1 } },
  'few near memories': { FLOOR: { fewNear: 1 } },
  'little of the query held': { FLOOR: { sureCoverage: 0 } },
  'unknown words': { FLOOR: { unknown: 1 } },
  'words of neighbouring turns': { FLOOR: { examinedAround: 0 } },
  'seldom said names': { SPEAKER: { oftenSaid: 0 } },
  'relevance floor': {
    FLOOR: {
      ...{ share: 0, nearShare: 0, unsureShare: 0, overviewShare: 0 },
      ...{ coverage: 0, coverageByOne: 0, coverageByAsker: 0 },
      ...{ unknown: 1, documentsForUnknown: Infinity },
    },
  },
};

/**
 * Prints the table: evidence recall at each budget, the mean, and the share of the budget used for questions that nothing
 * answers.
 * @param {import('./read-conversations.mjs').Conversation[]} conversations
 * @param {number[]} budgets in tokens
 */
export async function printAblation(conversations, budgets) {
  const indexed = conversations.map((conversation) => ({ ...conversation, ...indexConversation(conversation) }));
  const print = async (name) => console.log(row(name, await measure(indexed, budgets)));
  console.log(row('Left out', [...budgets.map(String), 'mean', 'no answer']));
  await print('nothing');
  for (const arm of RANKING_ARMS.filter(({ kind }) => kind !== 'search' && kind !== 'lane')) {
    const { weight } = arm;
    arm.weight = arm.kind === 'factor' ? 1 : 0;
    await print(arm.name);
    arm.weight = weight;
  }
  for (const [name, changes] of Object.entries(RULES)) {
    const before = Object.keys(changes).map((key) => [key, { ...parameters[key] }]);
    for (const [key, values] of Object.entries(changes)) Object.assign(parameters[key], values);
    await print(name);
    for (const [key, values] of before) Object.assign(parameters[key], values);
  }
}

async function measure(indexed, budgets) {
  const recalls = [];
  const filled = [];
  for (const maxTokens of budgets) {
    const found = [];
    for (const { index, messageOf, questions } of indexed)
      for (const { text, gold } of questions) {
        const pack = await packFor(index, text, maxTokens);
        const shown = new Set(pack.sections.map(({ source }) => messageOf.get(source)));
        for (const id of gold) found.push(shown.has(id) ? 1 : 0);
        if (gold.length === 0) filled.push(pack.totalTokens / maxTokens);
      }
    recalls.push(mean(found));
  }
  return [...recalls, mean(recalls), mean(filled)].map((share) => (100 * share).toFixed(1));
}

async function packFor(index, query, maxTokens) {
  const { pack } = await buildContextPack(
    { index, embedder: null },
    { tenantId: 'evaluation', environment: 'live' },
    { memory: true, artifact: true, artifactSources: true },
    { query, maxTokens, tags: [], includeArtifacts: false, includeMemories: true, format: 'sections', explain: false },
  );
  return pack;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const row = (name, cells) => [name.padEnd(24), ...cells.map((cell) => cell.padStart(10))].join('');
