import { expect, test } from '@jest/globals';
import { auditActionOf } from './audit-actions.ts';
import { OPERATIONS } from './table.ts';

test.each(OPERATIONS)('$name has a name in the audit log', (operation) => {
  expect(auditActionOf(operation)).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
});

test('what is no operation has no name in the audit log', () => {
  expect(() => auditActionOf({ name: 'toString' })).toThrow('toString has no name in the audit log');
});
