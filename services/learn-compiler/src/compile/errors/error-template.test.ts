import { describe, expect, it } from '@jest/globals';
import { errorTemplate } from './error-template.ts';

describe('The template of an error', () => {
  it.each([
    ['Error: order #B7141 is 3 days late', 'Error: order #<id> is <n> days late'],
    ['error TS9999: type "a" is not "b"', 'error TS9999: type <value> is not <value>'],
    ['error[E0999]: eggs moved', 'error[E0999]: eggs moved'],
    ['Error: EBIRD: nest busy, open /a/b/c.txt', 'Error: EBIRD: nest busy, open <path>'],
    ['request failed with status code 418', 'request failed with status code 418'],
    ['OSError: [Errno 99] nest is full', 'OSError: [Errno 99] nest is full'],
    ['flight AB123 is full on 2024-05-06', 'flight <id> is full on <date>'],
    ["can't find file nest.txt at 10:30", "can't find file <path> at <time>"],
    ['user anna@birds.org has 12 eggs', 'user <email> has <n> eggs'],
    ['key=41 of https://birds.org/x is wrong', 'key=<n> of <url> is wrong'],
    ['birdc: command not found', '<value>: command not found'],
  ])('of %s is %s', (line, template) => {
    expect(errorTemplate(line)).toBe(template);
  });
});
