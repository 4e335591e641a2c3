import { describe, expect, it } from '@jest/globals';
import { AppError, unavailable, validationError } from '@strata/kernel/errors';
import { failedAnswer, isExpected } from './failed-answer.ts';
import { ToolFault } from './tools/tool.ts';

const textOf = (error: unknown): string => JSON.stringify(failedAnswer(error));

describe('The answer of a tool that failed', () => {
  it('says what happened and what to do', () => {
    expect(failedAnswer(unavailable('The search index'))).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'Failed (unavailable): The search index is unavailable, try again shortly. Memory is away for the moment. Go on without it, and try again later.',
        },
      ],
    });
  });

  it('names rejected fields that the message does not name', () => {
    const error = validationError('The body is not valid', [{ field: 'limit', message: 'must be at most 100' }]);
    expect(textOf(error)).toContain('The body is not valid. limit must be at most 100.');
  });

  it('shows nothing of an error that is not meant for the caller', () => {
    for (const error of [
      new Error('password=kelp'),
      Object.assign(new Error('password=kelp'), { code: 'ECONNRESET' }),
      'kelp',
    ]) {
      expect(textOf(error)).not.toContain('kelp');
      expect(isExpected(error)).toBe(false);
    }
    expect([new ToolFault('x'), new AppError('conflict', 'x')].every(isExpected)).toBe(true);
  });
});
