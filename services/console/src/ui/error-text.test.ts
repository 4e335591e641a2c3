import { expect, test } from '@jest/globals';
import { StrataError } from '@strata/client/strata';
import { errorText } from './error-text.ts';

const rejected = (message: string): string =>
  errorText(
    new StrataError('validation_error', message, { details: [{ field: 'resource', message: 'must have an id' }] }),
  );

test('an error names each rejected field once', () => {
  expect(rejected('resource must have an id')).toBe('resource must have an id');
  expect(rejected('The request is not valid')).toBe('The request is not valid (resource: must have an id)');
});
