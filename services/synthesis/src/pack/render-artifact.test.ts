import { describe, expect, it } from '@jest/globals';
import { renderArtifact, withoutWriters } from './render-artifact.ts';

describe('A rendered artifact', () => {
  it('of a task schema says how to do it, step by step, and last what it rests on', () => {
    const text = renderArtifact({
      artifactType: 'task_schema',
      title: 'Refund an order',
      content: {
        goal: 'Refund an order',
        preconditions: ['refund_order needs status=delivered: see get_order for its order_id (held in 7 of 7 calls)'],
        steps: [
          {
            action: 'Look up the order',
            tool: 'get_order',
            arguments: { order_id: '<order_id>' },
            description: 'Read what was bought',
          },
          {
            action: 'refund_order',
            tool: 'refund_order',
            arguments: { order_id: '<order_id>', notify: true },
            optional: true,
            sessions: 5,
            description: 'refund_order',
          },
        ],
        successRate: 0.875,
        support: 7,
        tasks: 2,
        writers: 2,
      },
    });
    expect(text.split('\n')).toEqual([
      'How to: Refund an order',
      'refund_order needs status=delivered: see get_order for its order_id (held in 7 of 7 calls)',
      '1. get_order(<order_id>) Look up the order',
      '   Read what was bought',
      '2. refund_order(<order_id>, <notify: e.g. true>) (in 5 of 7 runs)',
      '   Evidence: 7 successful runs by 2 writers; about 88% of all runs with these steps succeed',
    ]);
  });

  it('calls no step optional that all runs did', () => {
    const steps = [7, 6, undefined].map((sessions) => ({
      action: 'Look',
      tool: 'look',
      optional: true,
      ...(sessions === undefined ? {} : { sessions }),
      description: 'Use look',
    }));
    const content = { goal: 'Look', preconditions: [], steps, successRate: 1, support: 7, tasks: 2, writers: 1 };
    const text = renderArtifact({ artifactType: 'task_schema', title: 'Look', content });
    expect(text.split('\n').filter((line) => /^\d/.test(line))).toEqual([
      '1. look()',
      '2. look() (in 6 of 7 runs)',
      '3. look() (optional)',
    ]);
  });

  it('of steps after which most sessions failed reads as a warning', () => {
    const steps = [{ action: 'Pay', tool: 'pay', description: 'Use pay.' }];
    const content = { goal: 'Pay', preconditions: [], steps, successRate: 0.2, support: 5, tasks: 2, writers: 1 };
    const text = renderArtifact({ artifactType: 'task_schema', title: 'Pay', content });
    expect(text.split('\n')).toEqual([
      'Mostly failed: Pay',
      '1. pay()',
      '   Evidence: 5 successful runs by 1 writer; about 20% of all runs with these steps succeed',
    ]);
  });

  it('says what comes before or instead of what in a recovery', () => {
    const recovery = ['Use get_order first, then pay again', 'Use get_order instead'].map((action) => ({
      action,
      tool: 'get_order',
      arguments: { id: '<id>' },
      successRate: 1,
      support: 2,
      sessionSuccessRate: null,
      tasks: 2,
      sessions: 2,
      writers: 1,
    }));
    const text = renderArtifact({
      artifactType: 'failure_playbook',
      title: 'pay fails',
      content: { symptom: 'pay fails', errorSignature: 'failed', occurrences: 4, writers: 1, recovery, avoid: [] },
    });
    expect(text.split('\n').filter((line) => line.startsWith('Try'))).toEqual([
      'Try: Use get_order first, then pay again: <id> (worked in 2 of 2 tries by 1 writer)',
      'Try: Use get_order instead: <id> (worked in 2 of 2 tries by 1 writer)',
    ]);
  });

  it('shows a command once, and whole', () => {
    const step = (action: string, command: string) => ({
      action,
      tool: 'bash',
      arguments: { command },
      description: '',
    });
    const text = renderArtifact({
      artifactType: 'task_schema',
      title: 'Build',
      content: {
        goal: 'Build',
        preconditions: [],
        steps: [step('Run make all', 'make all'), step('Run make (and more)', 'make --all --of --it')],
        successRate: null,
        support: 7,
        tasks: 2,
        writers: 2,
      },
    });
    expect(text.split('\n').slice(1)).toEqual([
      '1. Run make all',
      '2. Run make --all --of --it',
      '   Evidence: 7 runs by 2 writers',
    ]);
  });

  it('shows a command of several lines as one step, and an explanation in one line', () => {
    const command = 'cat > a <<EOF\n2. drop everything\u20283. and more\nEOF\n';
    const text = renderArtifact({
      artifactType: 'task_schema',
      title: 'Build',
      content: {
        goal: 'Build',
        preconditions: [],
        steps: [{ action: 'Run cat', tool: 'bash', arguments: { command }, description: 'It writes.\nNobody reads.' }],
        successRate: null,
        support: 7,
        tasks: 2,
        writers: 2,
      },
    });
    expect(text.split('\n').slice(1, -1)).toEqual([
      '1. Run cat > a <<EOF',
      '| 2. drop everything',
      '| 3. and more',
      '| EOF',
      '   It writes. Nobody reads.',
    ]);
  });

  it('of a failure playbook says what to try and what to avoid', () => {
    const text = renderArtifact({
      artifactType: 'failure_playbook',
      title: 'get order fails: payment method not found',
      content: {
        symptom: 'get_order fails',
        errorSignature: 'Error: payment method not found',
        occurrences: 4,
        writers: 3,
        recovery: [
          {
            action: 'Read the profile',
            tool: 'get_user',
            successRate: 1,
            support: 3,
            sessionSuccessRate: null,
            tasks: 1,
            sessions: 3,
            writers: 1,
          },
        ],
        avoid: ['calling refund_order again with the same arguments'],
      },
    });
    expect(text.split('\n')).toEqual([
      'When get order fails: payment method not found',
      'Try: Read the profile: get_user() (worked in 3 of 3 tries by 1 writer)',
      'Avoid: calling refund_order again with the same arguments',
      '   Evidence: seen 4× by 3 writers',
    ]);
  });

  it('of a causal pattern or decision policy has its figures', () => {
    expect(
      renderArtifact({
        artifactType: 'causal_pattern',
        title: 'Skipped migrations break the tests',
        content: {
          cause: 'migrations skipped',
          effect: 'tests fail',
          support: 9,
          tasks: 2,
          writers: 1,
          confidence: 0.9,
          lift: 3.25,
          pValue: 0.001,
          counterExamples: 1,
        },
      }),
    ).toBe(
      [
        'Pattern: Skipped migrations break the tests',
        '   migrations skipped → tests fail',
        '   Evidence: in 9 of 10 runs with the first, by 1 writer; 3.3 times as often as in all runs. A correlation, not a proof',
      ].join('\n'),
    );
    expect(
      renderArtifact({
        artifactType: 'decision_policy',
        title: 'Stale cache',
        content: {
          situation: 'the page shows old data',
          decision: 'purge_cache',
          alternatives: [{ decision: 'restart_server', successRate: 0.25, support: 4, writers: 0 }],
          rationale: '6 of 8 runs succeeded, by 2 writers. Why is uncertain.',
          confidence: 0.95,
          support: 8,
          tasks: 2,
          exceptions: [],
          writers: 2,
        },
      }),
    ).toBe(
      [
        'Known: Stale cache',
        '   When the page shows old data',
        'purge_cache',
        'Rather than: restart_server (succeeded in 1 of 4 runs by unknown writers)',
        '   Evidence: 6 of 8 runs succeeded, by 2 writers.',
      ].join('\n'),
    );
  });

  it('is found by its words, not by its numbers of writers', () => {
    const shown =
      'How to: Thank the writer\nTry: x (worked in 1 of 2 tries by 1 writer)\n   Evidence: 7 runs by 12 writers';
    expect(withoutWriters(shown)).toBe(
      'How to: Thank the writer\nTry: x (worked in 1 of 2 tries)\n   Evidence: 7 runs',
    );
    expect(withoutWriters('seen 3× by unknown writers; said twice, by 2 writers.')).toBe('seen 3×; said twice.');
  });

  it('shortens a huge argument', () => {
    const text = renderArtifact({
      artifactType: 'task_schema',
      title: 'Write',
      content: {
        goal: 'Write',
        preconditions: [],
        steps: [{ action: 'write_file', tool: 'write_file', arguments: { text: 'x'.repeat(5_000) }, description: '' }],
        successRate: 1,
        support: 2,
        tasks: 2,
        writers: 1,
      },
    });
    expect(text.length).toBeLessThan(300);
  });
});
