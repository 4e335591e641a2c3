import { describe, expect, it } from '@jest/globals';
import { renderArtifact, withoutWriters } from './render-artifact.ts';

describe('A rendered artifact', () => {
  it('of a task schema is a headline and one line per step, with tools and arguments', () => {
    const text = renderArtifact({
      artifactType: 'task_schema',
      title: 'Refund an order',
      content: {
        goal: 'Refund an order',
        preconditions: ['the order is delivered'],
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
      'How to: Refund an order (worked 88%, seen 7× by 2 writers)',
      'Needs: the order is delivered',
      '1. get_order(<order_id>) Look up the order',
      '   Read what was bought',
      '2. refund_order(<order_id>, notify=true) (optional)',
    ]);
  });

  it('of steps after which most sessions failed reads as a warning', () => {
    const steps = [{ action: 'Pay', tool: 'pay', description: 'Use pay.' }];
    const content = { goal: 'Pay', preconditions: [], steps, successRate: 0.2, support: 5, tasks: 2, writers: 1 };
    const text = renderArtifact({ artifactType: 'task_schema', title: 'Pay', content });
    expect(text.split('\n')[0]).toBe('Mostly failed: Pay (worked 20%, seen 5× by 1 writer)');
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
      'Try: Use get_order first, then pay again: <id> (worked 100%, seen 2× by 1 writer)',
      'Try: Use get_order instead: <id> (worked 100%, seen 2× by 1 writer)',
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
    expect(text.split('\n').slice(1)).toEqual(['1. Run make all', '2. Run make --all --of --it']);
  });

  it('of a failure playbook says what to try and what to avoid', () => {
    const text = renderArtifact({
      artifactType: 'failure_playbook',
      title: 'Payment method not found',
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
    expect(text).toContain('When it fails: Payment method not found (seen 4× by 3 writers)');
    expect(text).toContain('Try: Read the profile: get_user() (worked 100%, seen 3× by 1 writer)');
    expect(text).toContain('Avoid: calling refund_order again with the same arguments');
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
      'Pattern: Skipped migrations break the tests (seen 9× by 1 writer, 90% of cases, lift 3.3, 1 without)\n   migrations skipped → tests fail',
    );
    expect(
      renderArtifact({
        artifactType: 'decision_policy',
        title: 'Stale cache',
        content: {
          situation: 'the page shows old data',
          decision: 'purge_cache',
          alternatives: [{ decision: 'restart_server', successRate: 0.25, support: 4, writers: 0 }],
          rationale: 'It worked three times as often',
          confidence: 0.95,
          support: 8,
          tasks: 2,
          exceptions: [],
          writers: 2,
        },
      }),
    ).toContain('Rather than: restart_server (worked 25%, seen 4× by unknown writers)');
  });

  it('is found by its words, not by its numbers of writers', () => {
    const shown =
      'How to: Thank the writer (worked 88%, seen 7× by 2 writers)\nTry: x (worked 1%, seen 1× by 1 writer)';
    expect(withoutWriters(shown)).toBe('How to: Thank the writer (worked 88%, seen 7×)\nTry: x (worked 1%, seen 1×)');
    expect(withoutWriters('Decide: x (confidence 9%, seen 3× by unknown writers)')).toBe(
      'Decide: x (confidence 9%, seen 3×)',
    );
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
    expect(text.length).toBeLessThan(250);
  });
});
