import { describe } from '@jest/globals';
import { everyOperation } from '../fixtures/select-operations.ts';
import type { AccessFixture } from './access-fixture.ts';
import { actingRules } from './acting-rules.ts';
import { attackRules } from './attack-rules.ts';
import { credentialRules } from './credential-rules.ts';
import { foreignIdRules } from './foreign-id-rules.ts';
import { vaultAccessRules } from './vault-access-rules.ts';

/** Operations check credentials and limit callers to their own data. `logged` returns the log of the system so far. */
export function accessRules(fixture: () => AccessFixture, logged: () => string): void {
  // First: it compares the owners' data before and after, and nothing else may change it meanwhile.
  describe('foreign data', () => {
    foreignIdRules(fixture, everyOperation);
  });
  describe('credentials', () => {
    credentialRules(fixture, everyOperation);
  });
  describe('vaults and secret rules', () => {
    vaultAccessRules(fixture);
  });
  describe('keys and agents', () => {
    actingRules(fixture);
  });
  describe('attacks', () => {
    attackRules(fixture, logged);
  });
}
