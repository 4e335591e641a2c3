import { distinct, mean, namedIn, share } from '../figures.mjs';

/** One run of each task that has a first message. */
export function questionsOf(runs) {
  const asked = new Set();
  return runs.filter(({ task, users }) => users.length > 0 && !asked.has(task) && asked.add(task));
}

/** What context packs for unseen tasks name of the changes that the tasks need. `packs` are lists of sections. */
export function measurePacks(questions, packs, { changeTools, isChange }) {
  const needed = questions.map(({ gold }) => distinct(gold.filter(isChange)));
  const named = packs.map((sections) => namedIn(sections.map(({ content }) => content).join('\n'), changeTools));
  const common = (at) => needed[at].filter((tool) => named[at].includes(tool)).length;
  return {
    packsWithArtifact: share(packs.map((sections) => sections.some(({ type }) => type !== 'memory'))),
    changesNamed: mean(needed.map((tools, at) => (tools.length === 0 ? null : common(at) / tools.length))),
    namedChangesNeeded: mean(named.map((tools, at) => (tools.length === 0 ? null : common(at) / tools.length))),
  };
}
