import { describe, expect, it } from '@jest/globals';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { describeArtifact } from './describe-artifact.ts';

describe('An artifact in words', () => {
  it('names every part of its content, and leaves out what is empty', () => {
    const [playbook] = listArtifacts.examples[0]?.response.items ?? [];
    if (playbook === undefined) throw new Error('The example is missing');
    expect(describeArtifact(playbook).split('\n')).toEqual([
      'charge payment fails: payment provider timed out after <n> s (payment <id>)',
      'symptom: charge_payment fails with "Error: payment provider timed out after <n> s (payment <id>)"',
      'error signature: Error: payment provider timed out after <n> s (payment <id>)',
      'occurrences: 9',
      'writers: 2',
      'recovery:',
      '  -',
      '    action: Use get_payment_status first, then charge_payment again',
      '    tool: get_payment_status',
      '    arguments:',
      '      payment_id: <payment_id>',
      '    success rate: 1',
      '    support: 6',
      '    session success rate: 0.8',
      '    tasks: 4',
      '    sessions: 6',
      '    writers: 2',
      'avoid:',
      '  - Use charge_payment again unchanged: helped 0 of 3, by 2 writers',
    ]);
    expect(describeArtifact({ ...playbook, content: { ...playbook.content, avoid: [] } })).not.toMatch('avoid');
  });
});
