import { bold, counted, cyan, dim, green, heading, paragraph, percent, print, red, withNote } from './terminal.mjs';

const PER_AGENT = 3;

/** How each type is shown: its heading, which come first, and the lines of one. */
const TYPES = {
  task_schema: {
    title: 'Task schemas: how work that succeeded was done',
    weight: ({ support, successRate }) => support * successRate,
    show: showSchema,
  },
  failure_playbook: {
    title: 'Failure playbooks: what helped when something went wrong',
    weight: ({ occurrences, recovery }) => occurrences * (recovery.length > 0 ? 2 : 1),
    show: showPlaybook,
  },
  causal_pattern: {
    title: 'Causal patterns: what followed from what',
    weight: ({ effect, pValue }) =>
      (effect.startsWith('the session') ? 1000 : 0) - Math.log10(Math.max(pValue, 1e-300)),
    show: showPattern,
  },
  decision_policy: {
    title: 'Decision policies: the choice that did better',
    weight: ({ confidence, support }) => confidence + support / 1000,
    show: showPolicy,
  },
};

/**
 * Shows artifacts by type and agent, the weightiest first.
 * @param {{name: string, artifacts: object[]}[]} agents
 * @param {boolean} all show every one instead of the first few
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
    paragraph(`${stepName(step)}${step.optional ? ' (optional)' : ''}`, { indent: 4, lead: `${at + 1}  ` });
    if (step.description !== '') paragraph(step.description, { indent: 7, style: dim });
  }
}

function showPlaybook({ symptom, occurrences, recovery, avoid }) {
  print();
  withNote(symptom, `seen ${counted(occurrences, 'time')}`, { indent: 2 });
  for (const way of recovery) {
    const lead = way.successRate >= 0.5 ? '✓ ' : '· ';
    withNote(`${lead}${way.action}`, `helped ${helped(way)}`, {
      indent: 4,
      style: way.successRate >= 0.5 ? green : (text) => text,
    });
    if (Object.keys(way.arguments ?? {}).length > 0) paragraph(argumentList(way.arguments), { indent: 6, style: dim });
  }
  for (const warning of avoid) paragraph(warning, { indent: 4, lead: '✗ ', style: red });
}

function showPattern({ cause, effect, support, confidence, lift, pValue, counterExamples }) {
  print();
  paragraph(cause, { indent: 2, style: bold });
  paragraph(effect, { indent: 4, lead: '→ ', style: bold });
  const figures = `in ${support} of ${support + counterExamples} sessions (${percent(confidence)}), lift ${lift.toFixed(2)}, p ${smallNumber(pValue)}`;
  paragraph(figures, { indent: 6, style: dim });
}

function showPolicy({ situation, decision, alternatives, rationale, confidence, support }) {
  print();
  paragraph(situation, { indent: 2, lead: 'When: ', style: bold });
  withNote(`✓ ${decision}`, `chosen ${counted(support, 'time')}, confidence ${percent(confidence)}`, {
    indent: 4,
    style: green,
  });
  for (const other of alternatives) {
    withNote(`· ${other.decision}`, `succeeded ${helped(other)}`, { indent: 4, style: (text) => text });
  }
  paragraph(rationale, { indent: 6, style: dim });
}

/** `get_order(order_id: <order_id>)`, or the action's own words where no tool is named. */
function stepName({ action, tool, arguments: given }) {
  const list = argumentList(given ?? {});
  return tool === undefined ? `${action}${list === '' ? '' : `  ${list}`}` : `${tool}(${list})`;
}

function argumentList(given) {
  return Object.entries(given)
    .map(([name, value]) =>
      value === `<${name}>` ? value : `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ');
}

function helped({ successRate, support }) {
  return `${Math.round(successRate * support)} of ${support} (${percent(successRate)})`;
}

const smallNumber = (value) => (value < 0.0001 ? '< 0.0001' : `= ${Number(value.toPrecision(2))}`);

/** A goal may go on with the words that requests used; the first sentence names it. */
const firstSentence = (text) => text.split(/\.\s/)[0] ?? text;
