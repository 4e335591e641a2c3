import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeUpRow, madeUpRows, madeUpTerminalRows } from './made-up-runs.ts';
import { eventInputSchema } from '../../libs/contracts/src/schemas/event.ts';

/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-argument --
   The scripts are plain JavaScript without types, because they run before anything is compiled. */
const load = async (file: string): Promise<any> => import(new URL(file, import.meta.url).href); // eslint-disable-line @typescript-eslint/no-explicit-any

const { readRuns } = await load('runs/read-runs.mjs');
const { readTauRuns, isChange } = await load('runs/tau-runs.mjs');
const { readTerminalRuns } = await load('runs/terminal-runs.mjs');
const { halves, dealOutcomes } = await load('runs/halves.mjs');
const { eventsOfRuns } = await load('learner.mjs');
const { measureRules } = await load('measures/rules.mjs');
const { measureSchemas } = await load('measures/schemas.mjs');
const { calibrationError, measureCalibration } = await load('measures/calibration.mjs');
const { measurePolicies } = await load('measures/policies.mjs');
const { measurePacks, questionsOf } = await load('measures/packs.mjs');
const { changedArtifacts, idleChats, statedAsSure } = await load('measures/null-tests.mjs');
const { measureTerminal, programOf } = await load('measures/terminal.mjs');
const { readOptions } = await load('options.mjs');
const { table } = await load('figures.mjs');

const runs = readTauRuns(madeUpRows);
const tools = ['check_rules', 'get_loan', 'update_loan'];
const context = { runs, unseen: runs, known: runs, tools, changeTools: ['update_loan'], isChange };
const step = (tool: string, more: object = {}) => ({ action: tool, tool, description: '', ...more });
const schema = (names: string[], more: object = {}, confidence = 0.5) => ({
  type: 'task_schema',
  title: names.join(', '),
  content: { goal: '', preconditions: [], steps: names.map((name) => step(name)), successRate: 0.8, ...more },
  metadata: { confidence },
  sourceEvents: [],
});
const policy = (situation: string, decision: string, rationale = '') => ({
  type: 'decision_policy',
  title: decision,
  content: { situation, decision, alternatives: [], rationale },
});

describe('Runs', () => {
  it('are read with their calls, requests, reference solution and verdict, without system prompts', () => {
    const [run] = readTauRuns([madeUpRow(3)]);
    expect(run).toMatchObject({ task: '3', passed: true, gold: ['update_loan'], customer: 'reader_L1003' });
    expect(run.calls.map(({ tool, failed }: { tool: string; failed: boolean }) => [tool, failed])).toEqual([
      ['get_loan', false],
      ['check_rules', false],
      ['update_loan', false],
    ]);
    expect(JSON.stringify(run.events)).not.toContain('You help readers');
    expect(readTauRuns([madeUpRow(3, { passed: false })])[0].calls.at(-1)).toMatchObject({ failed: true });
  });

  it('of both kinds are recognized, and others are refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'evaluate-'));
    const fileOf = (name: string, rows: unknown): string => {
      writeFileSync(join(folder, name), JSON.stringify(rows));
      return join(folder, name);
    };
    try {
      expect(readRuns(fileOf('loans.json', madeUpRows))).toMatchObject({ name: 'loans', kind: 'tau' });
      expect(readRuns(fileOf('shell.json', madeUpTerminalRows))).toMatchObject({ name: 'shell', kind: 'terminal' });
      expect(() => readRuns(fileOf('other.json', [{ text: 'a' }]))).toThrow(/is not a list of runs/);
      expect(() => readRuns(join(folder, 'none.json'))).toThrow(/cannot be read/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('become events that capture accepts', () => {
    const events = [
      ...eventsOfRuns(runs, 'a'),
      ...eventsOfRuns(readTerminalRuns(madeUpTerminalRows), 'b'),
      ...idleChats('c'),
    ];
    expect(events.filter((event) => !eventInputSchema.safeParse(event).success)).toEqual([]);
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(events.length);
  });

  it('are halved by task, and outcomes are dealt to whole tasks', () => {
    const [one, two] = halves(runs, 7);
    const tasksOf = (some: { task: string }[]) => new Set(some.map(({ task }) => task));
    expect([one.known, one.unseen]).toEqual([two.unseen, two.known]);
    expect([tasksOf(one.known).size, tasksOf(one.unseen).size]).toEqual([5, 5]);
    expect(tasksOf([...one.known, ...one.unseen]).size).toBe(10);
    const dealt = [1, 2, 3].map((seed) => dealOutcomes(runs, seed));
    for (const some of dealt) expect(some.filter(({ passed }: { passed: boolean }) => passed)).toHaveLength(16);
    expect(
      new Set(dealt.map((some) => some.map(({ passed }: { passed: boolean }) => passed).join())).size,
    ).toBeGreaterThan(1);
  });
});

describe('The measure of', () => {
  it('rules finds what is stated and true', () => {
    const rule = schema(tools, { preconditions: ['get_loan shows state=open'] });
    expect(measureRules([rule], context)).toMatchObject({ rules: 1, rulesStated: 1, statements: 1, statementsTrue: 1 });
  });

  it('rules finds what is missing and false', () => {
    const wrong = policy('get_loan shows state=closed', 'Use update_loan');
    expect(measureRules([wrong], context)).toMatchObject({
      rulesStated: 0,
      statementsTrue: 0,
      missing: ['update_loan state open'],
    });
    expect(measureRules([policy('state is not closed', 'Use update_loan')], context)).toMatchObject({ statements: 0 });
  });

  it('schemas tells runs that follow one, its goal, and values of customers', () => {
    const all = measureSchemas([schema(['get_loan', 'check_rules', 'update_loan'])], context);
    expect(all).toMatchObject({ successesCovered: 1, failuresCovered: 1, goalPurity: 1, literals: 0 });
    const literal = step('update_loan', { arguments: { loan_id: 'reader_L1001' } });
    const other = schema([], { steps: [step('update_loan'), step('get_loan'), literal] });
    expect(measureSchemas([other], context)).toMatchObject({ successesCovered: 0, goalPurity: null, literals: 1 });
    const elsewhere = { ...context, unseen: runs.map((run: object) => ({ ...run, gold: ['cancel_hold'] })) };
    expect(measureSchemas([schema(['get_loan', 'check_rules', 'update_loan'])], elsewhere)).toMatchObject({
      goalPurity: 0,
    });
  });

  it('calibration compares stated rates and bounds with unseen runs', () => {
    expect(measureCalibration([schema(tools.toReversed(), { steps: [step('get_loan')] })], context)).toEqual({
      rateError: 0,
      calibrationError: 0,
      boundsHold: 1,
    });
    expect(measureCalibration([schema(['get_loan'], { successRate: 0.3 }, 0.9)], context)).toEqual({
      rateError: 0.5,
      calibrationError: 0.5,
      boundsHold: 0,
    });
    expect(calibrationError([{ stated: 1, happened: false }])).toBe(1);
  });

  it('policies looks at what the reference solution does', () => {
    const right = policy('get_loan shows state=open', 'Use update_loan');
    const refuse = policy('get_loan shows state=open', 'Do nothing');
    expect(measurePolicies([right], context)).toMatchObject({ policiesRight: 1, successInSituations: 1 });
    expect(measurePolicies([refuse], context)).toMatchObject({ policies: 1, policiesRight: 0 });
    expect(measurePolicies([policy('the work begins', 'Use get_loan')], context)).toMatchObject({
      policiesRight: null,
    });
  });

  it('context packs looks for the changes that a task needs', () => {
    const questions = questionsOf(runs);
    expect(questions).toHaveLength(10);
    const packs = (content: string, type: string) => questions.map(() => [{ type, content }]);
    expect(measurePacks(questions, packs('Use update_loan', 'artifact'), context)).toEqual({
      packsWithArtifact: 1,
      changesNamed: 1,
      namedChangesNeeded: 1,
    });
    expect(measurePacks(questions, packs('nothing', 'memory'), context)).toEqual({
      packsWithArtifact: 0,
      changesNamed: 0,
      namedChangesNeeded: null,
    });
  });

  it('null tests names what changed, and what is sure of chance', () => {
    const known = [schema(['get_loan']), policy('a', 'b')];
    expect(changedArtifacts(known, known)).toEqual([]);
    expect(changedArtifacts(known, [policy('a', 'b', 'more')])).toHaveLength(2);
    const pattern = {
      type: 'causal_pattern',
      title: 'p',
      content: { cause: 'a', effect: 'The session succeeds', pValue: 0.01 },
    };
    expect(statedAsSure([pattern, policy('a', 'b'), policy('a', 'b', 'Weak evidence')])).toHaveLength(2);
    expect(statedAsSure([{ ...pattern, content: { ...pattern.content, pValue: 0.2 } }])).toEqual([]);
  });

  it('terminal runs looks at fixes, signatures, tasks, steps and commands', () => {
    const playbook = (errorSignature: string, successRate: number, command: string) => ({
      type: 'failure_playbook',
      title: errorSignature,
      content: { errorSignature, recovery: [{ action: 'x', arguments: { command }, successRate }] },
      sourceEvents: ['1', '2'],
    });
    const steps = (command: string) => ({
      ...schema([], { steps: [step(`Run ${command}`, { arguments: { command } })] }),
      sourceEvents: ['1', '2'],
    });
    const good = measureTerminal(
      [playbook('sh: hexview: command not found', 1, 'apt-get install -y hexview'), steps('make all')],
      (id: string) => id,
    );
    const bad = measureTerminal([playbook('failed', 0, 'npm run'), steps('ls <value>')], () => 'same');
    for (const figure of ['playbooksWithFix', 'signaturesInform', 'severalTasks', 'realSteps', 'wholeCommands'])
      expect([good[figure], bad[figure]]).toEqual([1, 0]);
    expect(programOf('cd /srv && sudo env A=1 make all')).toBe('make');
  });
});

describe('The command line', () => {
  it('needs data, whole numbers, and an address with its key', () => {
    expect(readOptions(['a.json', '--seed', '4'])).toMatchObject({ files: ['a.json'], seed: 4, oneMore: 0 });
    expect(readOptions(['a.json', '--base', 'http://localhost:1/v1/', '--key', 'k'])).toMatchObject({
      base: 'http://localhost:1',
    });
    for (const argv of [[], ['a', '--seed', 'x'], ['a', '--base', 'http://localhost'], ['a', '--unknown']])
      expect(() => readOptions(argv)).toThrow();
  });

  it('gets a table with one column for each measurement', () => {
    expect(table({ one: { rules: 1 }, two: { policies: null } })).toBe(
      '          one  two\nrules       1    -\npolicies    -    -',
    );
  });
});
