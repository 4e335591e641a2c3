import { describe, expect, it } from '@jest/globals';
import { readSettings } from './config.ts';

describe('the settings of a client', () => {
  it.each([
    ['not a url', 'baseUrl must be an http or https URL'],
    ['file:///etc', 'baseUrl must be an http or https URL'],
    ['http://user:kelp-7@localhost', 'baseUrl must have no user and password'],
  ])('reject %s without repeating it', (baseUrl, message) => {
    expect(() => readSettings({ baseUrl })).toThrow(new TypeError(message));
  });

  it.each([
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: NaN }],
    ['maxRetries', { maxRetries: -1 }],
    ['buffer.maxEvents', { buffer: { maxEvents: 0 } }],
  ])('name %s if it is out of bounds', (name, options) => {
    expect(() => readSettings(options)).toThrow(`${name} must be a number of at least`);
  });

  it('reject a key that no header can carry, without repeating it', () => {
    expect(() => readSettings({ apiKey: 'two\nlines' })).toThrow(
      new TypeError('apiKey must be printable ASCII without spaces'),
    );
  });
});
