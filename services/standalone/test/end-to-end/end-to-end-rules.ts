import { describe } from '@jest/globals';
import { badInputRules } from './bad-input-rules.ts';
import { changingFactRules } from './changing-fact-rules.ts';
import { coreLoopRules } from './core-loop-rules.ts';
import { endUserRules } from './end-user-rules.ts';
import { isolationRules } from './isolation-rules.ts';
import { organizationRules } from './organization-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { usageRules } from './usage-rules.ts';
import { vaultRules } from './vault-rules.ts';

/** The common uses of a system over HTTP. */
export function endToEndRules(base: () => string): void {
  describe('the core loop', () => {
    coreLoopRules(base);
  });
  describe('bad input', () => {
    badInputRules(base);
  });
  describe('isolation', () => {
    isolationRules(base);
  });
  describe('end users', () => {
    endUserRules(base);
  });
  describe('facts that change', () => {
    changingFactRules(base);
  });
  describe('usage', () => {
    usageRules(base);
  });
  describe('organizations', () => {
    organizationRules(base);
  });
  describe('sign-in', () => {
    signInRules(base);
  });
  describe('vaults', () => {
    vaultRules(base);
  });
}
