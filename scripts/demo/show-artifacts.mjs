import { bold, counted, cyan, dim, green, heading, paragraph, percent, print, red, withNote } from './terminal.mjs';

const PER_AGENT = 3;

/** How each type is shown: its heading, the weight to sort by, and the function that prints one. */
const TYPES = {
  task_schema: {
    title: 'Task schemas: the steps of work that succeeded',
    weight: ({ support, successRate }) => support * successRate,
    show: showSchema,
  },
  failure_playbook: {
    title: 'Failure playbooks: what helped after an error',
    weight: ({ occurrences, recovery }) => occurrences * (recovery.length > 0 ? 2 : 1),
    show: showPlaybook,
  },
  causal_pattern: {
    title: 'Causal patterns: what followed from what',
    weight: patternWeight,
    show: showPattern,
  },
  decision_policy: {
    title: 'Decision policies: the choice that did better',
    weight: ({ confidence, support }) => confidence + support / 1000,
    show: showPolicy,
  },
};

/**
 * Shows artifacts by type and agent, the greatest weight first.
 * @param {{name: string, artifacts: object[]}[]} agents
 * @param {boolean} all show all instead of the first few
 */
export function showArtifacts(agents, all) {
  for (const [type, { title, weight, show }] of Object.entries(TYPES)) {
    heading(title);
    for (const { name, artifacts } of agents) {
      const found = artifacts
        .filter((artifact) => artifact.type === type)
        .sort((a, b) => weight(b.content) - weight(a.content));
      const shown = all ? found : found.slice(0, PER_AGENT);
      print();
      print(
        `${cyan(name)} ${dim(found.length > shown.length ? `${shown.length} of ${found.length}` : counted(found.length, 'artifact'))}`,
      );
      for (const { content } of shown) show(content);
    }
  }
}

function showSchema({ goal, preconditions, steps, successRate, support }) {
  print();
  withNote(firstSentence(goal), `${counted(support, 'run')}, ${percent(successRate)} succeeded`, { indent: 2 });
  if (preconditions.length > 0) paragraph(preconditions.join('; '), { indent: 4, lead: 'given  ', style: dim });
  for (const [at, step] of steps.entries()) {
    const skipped = step.sessions < support ? ` (in ${step.sessions} of ${counted(support, 'run')})` : '';
    paragraph(`${stepName(step)}${skipped}`, { indent: 4, lead: `${at + 1}  ` });
    if (step.description !== '') paragraph(step.description, { indent: 7, style: dim });
  }
}

function showPlaybook({ symptom, occurrences, recovery, avoid }) {
  print();
  withNote(symptom, `seen ${counted(occurrences, 'time')}`, { indent: 2 });
  for (const { action, arguments: given, successRate, support } of recovery) {
    const helps = successRate >= 0.5;
    withNote(`${helps ? '✓' : '·'} ${action}`, `helped ${outOf(successRate, support)}`, {
      indent: 4,
      style: helps ? green : plain,
    });
    const constants = argumentList(constantsOf(given));
    if (constants !== '') paragraph(constants, { indent: 6, style: dim });
  }
  for (const warning of avoid) paragraph(warning, { indent: 4, lead: '✗ ', style: red });
}

function showPattern({ cause, effect, support, confidence, lift, pValue, counterExamples }) {
  print();
  paragraph(cause, { indent: 2, style: bold });
  paragraph(effect, { indent: 4, lead: '→ ', style: bold });
  paragraph(
    `in ${support} of ${support + counterExamples} sessions (${percent(confidence)}), lift ${lift.toFixed(2)}, p ${pValue < 0.0001 ? '< 0.0001' : `= ${pValue.toPrecision(2)}`}`,
    { indent: 6, style: dim },
  );
}

function showPolicy({ situation, decision, alternatives, rationale, confidence, support }) {
  print();
  paragraph(situation, { indent: 2, lead: 'When: ', style: bold });
  withNote(`✓ ${decision}`, `chosen ${counted(support, 'time')}, confidence ${confidence.toFixed(3)}`, {
    indent: 4,
    style: green,
  });
  for (const other of alternatives) {
    withNote(`· ${other.decision}`, `succeeded ${outOf(other.successRate, other.support)}`, {
      indent: 4,
      style: plain,
    });
  }
  paragraph(rationale, { indent: 6, style: dim });
}

/** Patterns about a session's outcome come first, then failures; within each group, the most significant first. */
function patternWeight({ effect, pValue }) {
  const priority = effect.startsWith('the session') ? 2000 : effect.includes('fail') ? 1000 : 0;
  return priority - Math.log10(Math.max(pValue, Number.MIN_VALUE));
}

/** `get_order(<order_id>)`. Commands and edits have no tool: their action, and arguments that the action does not mention. */
function stepName({ action, tool, arguments: given = {} }) {
  if (tool !== undefined) return `${tool}(${argumentList(Object.entries(given))})`;
  const others = argumentList(constantsOf(given).filter(([, value]) => !action.includes(value)));
  return others === '' ? action : `${action} (${others})`;
}

/** Arguments with the same value every time. One that varied has a parameter name in angle brackets as its value. */
function constantsOf(given = {}) {
  return Object.entries(given).filter(([, value]) => !/^<\w+>$/.test(value));
}

function argumentList(entries) {
  return entries.map(([name, value]) => (value === `<${name}>` ? value : `${name}: ${String(value)}`)).join(', ');
}

const outOf = (rate, count) => `${Math.round(rate * count)} of ${count} (${percent(rate)})`;

const plain = (text) => text;

/** The first sentence names a goal; the words of requests may follow. */
const firstSentence = (text) => text.split(/\.\s/)[0];
