import { distinct, mean, table } from './figures.mjs';
import { createLearner, eventsOfRuns } from './learner.mjs';
import { measureCalibration } from './measures/calibration.mjs';
import { changedArtifacts, idleChats, statedAsSure } from './measures/null-tests.mjs';
import { measureOneMore } from './measures/one-more.mjs';
import { measurePacks, questionsOf } from './measures/packs.mjs';
import { measurePolicies } from './measures/policies.mjs';
import { measureRules } from './measures/rules.mjs';
import { measureSchemas } from './measures/schemas.mjs';
import { measureTerminal } from './measures/terminal.mjs';
import { dealOutcomes, halves } from './runs/halves.mjs';
import { readRuns } from './runs/read-runs.mjs';
import { isChange } from './runs/tau-runs.mjs';
import { withService } from './with-service.mjs';

/**
 * Measures on every file, and prints the figures.
 * @param {ReturnType<typeof import('./options.mjs').readOptions>} options
 */
export async function runEvaluation(options) {
  const sets = options.files.map(readRuns);
  const report = (text) => process.stderr.write(`  … ${text}\n`);
  await withService(options, report, async (service) => {
    const learner = createLearner(service, report);
    const columns = {};
    const details = {};
    for (const set of sets) {
      const measured = set.kind === 'tau' ? await measureTau(learner, set, options) : await measureShell(learner, set);
      Object.assign(columns, measured.columns);
      details[set.name] = measured.details;
    }
    const tau = sets
      .filter(({ kind }) => kind === 'tau')
      .flatMap(({ name, runs }) => runs.map((run) => named(run, name)));
    if (options.oneMore > 0 && tau.length > 0)
      columns['one more'] = await measureOneMore(learner, service, tau, options.oneMore);
    console.log(
      options.json ? JSON.stringify({ seed: options.seed, figures: columns, details }, null, 2) : table(columns),
    );
  });
}

/** Tasks of different files are different tasks, although they have the same numbers. */
const named = (run, set) => ({ ...run, id: `${set}-${run.id}`, task: `${set} ${run.task}` });

async function measureTau(learner, { name, runs }, { seed, shuffles, maxTokens }) {
  const tools = distinct(runs.flatMap(({ calls, gold }) => [...calls.map(({ tool }) => tool), ...gold])).sort();
  const context = { runs, tools, changeTools: tools.filter(isChange), isChange };
  const columns = {};
  const details = {};
  for (const [at, half] of halves(runs, seed).entries()) {
    const label = `${name} ${at + 1}`;
    const agentId = learner.agent(label);
    await learner.teach(agentId, eventsOfRuns(half.known, agentId));
    const artifacts = await learner.artifacts(agentId);
    const { figures, lists } = await measureHalf(learner, agentId, artifacts, { ...context, ...half }, maxTokens);
    if (at === 0) Object.assign(figures, await nullTests(learner, label, half.known, artifacts, { seed, shuffles }));
    columns[label] = figures;
    details[label] = { ...lists, artifacts: artifacts.map(({ type, title, content }) => ({ type, title, content })) };
  }
  return { columns, details };
}

async function measureHalf(learner, agentId, artifacts, context, maxTokens) {
  const questions = questionsOf(context.unseen);
  const packs = [];
  for (const { users } of questions) packs.push(await learner.pack(agentId, users[0], maxTokens));
  const { missing, ...rules } = measureRules(artifacts, context);
  const { literalList, ...schemas } = measureSchemas(artifacts, context);
  return {
    lists: { missing, literalList },
    figures: {
      knownRuns: context.known.length,
      unseenRuns: context.unseen.length,
      artifacts: artifacts.length,
      ...rules,
      ...schemas,
      ...measureCalibration(artifacts, context),
      ...measurePolicies(artifacts, context),
      ...measurePacks(questions, packs, context),
    },
  };
}

async function nullTests(learner, label, known, artifacts, { seed, shuffles }) {
  const learned = async (name, runs, more = () => []) => {
    const agentId = learner.agent(`${label} ${name}`);
    await learner.teach(agentId, [...eventsOfRuns(runs, agentId), ...more(agentId)]);
    return learner.artifacts(agentId);
  };
  const changedByIdleChats = changedArtifacts(artifacts, await learned('idle', known, idleChats)).length;
  const sure = [];
  for (let draw = 0; draw < shuffles; draw++)
    sure.push(statedAsSure(await learned(`dealt ${draw}`, dealOutcomes(known, seed + draw))).length);
  return { changedByIdleChats, sureOfDealtOutcomes: mean(sure) };
}

async function measureShell(learner, { name, runs }) {
  const agentId = learner.agent(name);
  await learner.teach(agentId, eventsOfRuns(runs, agentId));
  const artifacts = await learner.artifacts(agentId);
  const tasks = await learner.tasksOfEvents(agentId);
  return {
    columns: { [name]: { knownRuns: runs.length, ...measureTerminal(artifacts, (id) => tasks.get(id)) } },
    details: { artifacts: artifacts.map(({ type, title, content }) => ({ type, title, content })) },
  };
}
