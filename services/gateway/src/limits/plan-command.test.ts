import { describe, expect, it } from '@jest/globals';
import { readPlanCommand } from './plan-command.ts';

const none = { requestsPerMinute: null, burst: null };

describe('The arguments of npm run plan', () => {
  it.each([
    ['', { kind: 'list' }],
    ['--help', { kind: 'help' }],
    ['ten_1', { kind: 'show', tenantId: 'ten_1' }],
    ['ten_1 pro', { kind: 'assign', tenantId: 'ten_1', assignment: { plan: 'pro', ...none } }],
    [
      'ten_1 team --rpm 600 --burst 0',
      { kind: 'assign', tenantId: 'ten_1', assignment: { plan: 'team', requestsPerMinute: 600, burst: 0 } },
    ],
    ['key_1 --rpm 5', { kind: 'set-key', keyId: 'key_1', requestsPerMinute: 5 }],
    ['key_1', { kind: 'set-key', keyId: 'key_1', requestsPerMinute: null }],
  ])('are parsed: %s', (line, command) => {
    expect(readPlanCommand(line.split(' ').filter(Boolean))).toEqual(command);
  });

  it.each([
    ['ten_1 pro again', /too many/],
    ['ten_1 team --rpm 0', /--rpm .* from 1/],
    ['ten_1 team --rpm 1e3', /--rpm/],
    ['ten_1 team --rpm 2147483648', /--rpm/],
    ['ten_1 team --burst -1', /burst/],
    ['ten_1 --rpm 5', /need a plan/],
    ['--burst 5', /need a plan/],
    ['key_1 pro', /takes only --rpm/],
    ['key_1 --burst 5', /takes only --rpm/],
    ['--all', /--all/],
  ])('are rejected if they are invalid: %s', (line, message) => {
    expect(() => readPlanCommand(line.split(' '))).toThrow(message);
  });
});
