import { distinct, leaves, namedIn, ratio } from '../figures.mjs';
import { joinRecords } from './record-reads.mjs';

const MIN_CALLS = 5;
const MIN_TASKS = 4;
const HOLDS = 0.95;
/** A value that most records have anyway is no condition. */
const USUAL = 0.8;
const MAX_VALUES = 12;
const MIN_UNSEEN_CALLS = 3;
const HOLDS_UNSEEN = 0.8;

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const total = (counts) => [...counts.values()].reduce((sum, n) => sum + n, 0);
function entry(map, key, create) {
  if (!map.has(key)) map.set(key, create());
  return map.get(key);
}

/**
 * The rules that runs show: a change succeeds only on records in which one field has one value (95 % of at least 5 calls in
 * at least 4 tasks), although at most 80 % of all records that were read have that value.
 */
export function rulesOf(runs, isChange) {
  const { changes, reads } = joinRecords(runs, isChange);
  const usual = new Map();
  for (const { reader, fields } of reads)
    for (const [field, value] of Object.entries(fields))
      count(
        entry(usual, `${reader} ${field}`, () => new Map()),
        value,
      );
  const found = new Map();
  for (const { run, call, argument, reader, fields } of changes)
    if (!call.failed)
      for (const [field, value] of Object.entries(fields)) {
        const key = `${call.tool} ${argument} ${reader} ${field}`;
        const create = () => ({ tool: call.tool, reader, field, values: new Map(), tasks: new Set() });
        const rule = entry(found, key, create);
        count(rule.values, value);
        rule.tasks.add(run.task);
      }
  return [...found.values()].flatMap(({ tool, reader, field, values, tasks }) => {
    const calls = total(values);
    const [value, times] = [...values].sort(([, a], [, b]) => b - a)[0];
    const everywhere = usual.get(`${reader} ${field}`) ?? new Map();
    const isUsual = (everywhere.get(value) ?? 0) > USUAL * total(everywhere);
    const holds = calls >= MIN_CALLS && tasks.size >= MIN_TASKS && times >= HOLDS * calls;
    return holds && !isUsual && everywhere.size <= MAX_VALUES ? [{ tool, field, value }] : [];
  });
}

/** Fields of records that have few values: field → values. */
export function vocabularyOf(runs, isChange) {
  const values = new Map();
  for (const { fields } of joinRecords(runs, isChange).reads)
    for (const [field, value] of Object.entries(fields)) entry(values, field, () => new Set()).add(value);
  return new Map([...values].filter(([, known]) => known.size <= MAX_VALUES));
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const DENIAL = /\b(?:not|never|no|other than|except)\b|n't|!=|≠/i;

/** The conditions that a text states: a field and, at most 25 characters later in the same sentence, one of its values. */
function conditionsIn(text, vocabulary) {
  const found = [];
  for (const [field, values] of vocabulary)
    for (const value of values) {
      const word = (name) => `(?<![A-Za-z0-9_])${escape(name)}(?![A-Za-z0-9_])`;
      const match = new RegExp(`${word(field)}([^.;!?\\n]{1,25}?)${word(value)}`, 'i').exec(text);
      if (match !== null && !DENIAL.test(match[1])) found.push({ field, value });
    }
  return found;
}

const FIGURES_APART = new Set([
  'steps',
  'preconditions',
  'situation',
  'decision',
  'alternatives',
  'rationale',
  'cause',
  'effect',
  'goal',
  'arguments',
]);
const textOf = (value) =>
  leaves(value)
    .map(({ text }) => text)
    .join(' ');

/** The texts of an artifact that state a condition, each with the tools to which it belongs. */
function conditionTexts({ content }, tools) {
  const {
    steps = [],
    preconditions = [],
    situation = '',
    decision = '',
    cause = '',
    effect = '',
    symptom = '',
  } = content;
  const toolOf = (step) => namedIn(String(step.tool ?? step.action ?? ''), tools);
  const ofSteps = steps.flatMap(toolOf);
  const orElse = (named, other) => (named.length > 0 ? named : other);
  const others = leaves(content).filter(({ path }) => path.length > 0 && !path.some((name) => FIGURES_APART.has(name)));
  return [
    ...steps.flatMap((step) =>
      leaves(step)
        .filter(({ path }) => !path.includes('arguments'))
        .map(({ text }) => ({ tools: toolOf(step), text })),
    ),
    ...leaves(preconditions).map(({ text }) => ({ tools: orElse(namedIn(text, tools), ofSteps), text })),
    { tools: namedIn(decision, tools), text: situation },
    { tools: /\bfail/i.test(textOf(effect)) ? [] : namedIn(textOf(effect), tools), text: textOf(cause) },
    ...others.map(({ text }) => ({ tools: orElse(namedIn(text, tools), namedIn(symptom, tools)), text })),
  ];
}

/** The statements "this tool needs this value of this field" of an artifact. */
export function statementsOf(artifact, tools, vocabulary) {
  return conditionTexts(artifact, tools).flatMap(({ tools: named, text }) =>
    named.flatMap((tool) => conditionsIn(text, vocabulary).map((condition) => ({ tool, ...condition }))),
  );
}

const keyOf = ({ tool, field, value }) => `${tool} ${field} ${value.toLowerCase()}`;

/** Whether a statement is true of runs; null if they have too few calls to tell. */
function isTrue({ tool, field, value }, changes) {
  const calls = new Map();
  for (const { call, fields } of changes)
    if (call.tool === tool && !call.failed && field in fields)
      calls.set(call, calls.get(call) === true || fields[field].toLowerCase() === value.toLowerCase());
  return calls.size < MIN_UNSEEN_CALLS ? null : [...calls.values()].filter(Boolean).length >= HOLDS_UNSEEN * calls.size;
}

/** Rules of all runs that are stated, and statements that are true of the unseen runs. */
export function measureRules(artifacts, { runs, unseen, changeTools, isChange }) {
  const vocabulary = vocabularyOf(runs, isChange);
  const stated = artifacts.flatMap((artifact) => statementsOf(artifact, changeTools, vocabulary));
  const statements = [...new Map(stated.map((statement) => [keyOf(statement), statement])).values()];
  const keys = new Set(statements.map(keyOf));
  const rules = rulesOf(runs, isChange);
  const { changes } = joinRecords(unseen, isChange);
  const judged = statements.map((statement) => isTrue(statement, changes)).filter((truth) => truth !== null);
  return {
    rules: rules.length,
    rulesStated: ratio(rules.filter((rule) => keys.has(keyOf(rule))).length, rules.length),
    statements: statements.length,
    statementsTrue: ratio(judged.filter(Boolean).length, judged.length),
    missing: distinct(rules.filter((rule) => !keys.has(keyOf(rule))).map(keyOf)),
  };
}
