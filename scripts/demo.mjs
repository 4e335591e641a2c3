/** `npm run demo`: sends sessions of two agents to a running service, starts learn runs, and shows the results. */
import { createClient } from './demo/client.mjs';
import { codingSessions } from './demo/coding-agent.mjs';
import { DemoError } from './demo/demo-error.mjs';
import { captureAll, countStored, learn } from './demo/feed.mjs';
import { readOptions, USAGE } from './demo/options.mjs';
import { CODING_AGENT, SUPPORT_AGENT } from './demo/session.mjs';
import { showArtifacts } from './demo/show-artifacts.mjs';
import { showContextPack, showSources } from './demo/show-context.mjs';
import { supportSessions } from './demo/support-agent.mjs';
import { bold, counted, dim, green, heading, paragraph, print, progressLine } from './demo/terminal.mjs';

const CODING = { agentId: CODING_AGENT, name: 'Coding agent', sessions: codingSessions };
const SUPPORT = { agentId: SUPPORT_AGENT, name: 'Support agent', sessions: supportSessions };
const AGENTS = [CODING, SUPPORT];

const QUESTIONS = [
  { ...CODING, query: 'pnpm migrate:up says that the lock file is stale. What should I do?', maxTokens: 250 },
  { ...SUPPORT, query: 'The payment provider timed out. May I charge the card again?', maxTokens: 400 },
  { ...SUPPORT, query: 'Where does Maren want her parcels left?', maxTokens: 80 },
];

async function demo() {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) return print(USAGE);
  const client = createClient(options);
  await client.ping();
  if (options.key === undefined) {
    throw new DemoError(
      `No API key: ${options.credentialsFile} does not exist. Set DATA_DIR as for "npm start", or pass --key.`,
    );
  }
  print(`${bold('Strata demo')} ${dim(client.base)}`);
  const before = await countAll(client);
  await captureAndLearn(client);
  reportGrowth(before, await countAll(client));
  await showLearned(client, options.all);
}

const countAll = (client) =>
  countStored(
    client,
    AGENTS.map(({ agentId }) => agentId),
  );

async function captureAndLearn(client) {
  heading('Capture and learn');
  for (const { name, sessions } of AGENTS) {
    const succeeded = sessions.filter((session) => session.succeeded).length;
    print(
      `  ${name}: ${counted(sessions.length, 'session')}, ${succeeded} succeeded, ${sessions.length - succeeded} failed`,
    );
  }
  const sending = progressLine();
  const events = AGENTS.flatMap(({ sessions }) => sessions)
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
    .flatMap((session) => session.events);
  await captureAll(client, events, (sent, total) =>
    sending.show(`  capture: ${sent} of ${counted(total, 'event')} accepted`),
  );
  sending.end();
  for (const { agentId, name } of AGENTS) {
    const learning = progressLine();
    const show = (state) => learning.show(`  learn, ${name.toLowerCase()}: ${state}`);
    await learn(client, agentId, ({ stage, processed, total }) =>
      show(total ? `${stage}, ${processed} of ${total}` : stage),
    );
    show('done');
    learning.end();
  }
}

function reportGrowth(before, after) {
  const stored = `${counted(after.events, 'event')}, ${counted(after.memories, 'memory', 'memories')} and ${counted(after.artifacts, 'artifact')}`;
  const added = Object.keys(after).map((kind) => after[kind] - before[kind]);
  print();
  if (added.every((count) => count === 0)) {
    return paragraph(
      `Nothing was added: the service already had these events. It stores ${stored} of the two agents.`,
      {
        indent: 2,
        style: green,
      },
    );
  }
  const [events, memories, artifacts] = added;
  paragraph(
    `Added: ${counted(events, 'event')}, ${counted(memories, 'memory', 'memories')}, ${counted(artifacts, 'artifact')}. ` +
      `The service stores ${stored} of the two agents. Run the demo again: nothing is added twice.`,
    { indent: 2, style: green },
  );
}

async function showLearned(client, all) {
  const agents = [];
  for (const agent of AGENTS) {
    const { items } = await client.get('/v1/artifacts', { agentId: agent.agentId, limit: '100' });
    agents.push({ name: agent.name, artifacts: items.filter(({ isActive }) => isActive) });
  }
  showArtifacts(agents, all);
  heading('Context packs: the knowledge that answers a question, within a token budget');
  for (const question of QUESTIONS) await showContextPack(client, question);
  const { items } = await client.get('/v1/memories', {
    agentId: SUPPORT.agentId,
    type: 'error_resolution',
    limit: '100',
  });
  const [memory] = items.sort((a, b) => b.sourceEvents.length - a.sourceEvents.length);
  if (memory !== undefined)
    await showSources(
      client,
      memory,
      agents.flatMap(({ artifacts }) => artifacts),
    );
  print();
}

try {
  await demo();
} catch (error) {
  if (!(error instanceof DemoError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
