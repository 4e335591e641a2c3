import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import { spansOf, type Detector, type RuleDescription } from './detector.ts';

export const STRATA_RULE: RuleDescription = {
  id: 'strata_key',
  description: 'API keys, invitations and password resets of Strata',
  isFixed: true,
  isGenerated: true,
};

/** The length of the id in an API key. */
export const KEY_ID_LENGTH = 16;
/** Finds API keys in a text, even if they are cut off or mistyped. */
const KEY_IN_TEXT = `strata_(?:${ENVIRONMENTS.join('|')})_[0-9A-Za-z]{${String(KEY_ID_LENGTH)}}_[0-9A-Za-z]{8,}`;
const SECRET = new RegExp(`${KEY_IN_TEXT}|strata_(?:inv|rst)_[\\w-]{16,}`, 'g');

export const STRATA_DETECTOR: Detector = {
  ruleId: STRATA_RULE.id,
  hint: { anyOf: ['strata_(?:live|test|inv|rst)_'], isByRun: true },
  find: (text) => spansOf(text, SECRET),
};
