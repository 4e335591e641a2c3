import { KEY_IN_TEXT } from '../api-keys/key-format.ts';
import { spansOf, type Detector, type RuleDescription } from './detector.ts';

export const STRATA_RULE: RuleDescription = {
  id: 'strata_key',
  description: 'API keys, invitations and password resets of Strata',
  isFixed: true,
  isGenerated: true,
};

const SECRET = new RegExp(`${KEY_IN_TEXT}|strata_(?:inv|rst)_[\\w-]{16,}`, 'g');

export const STRATA_DETECTOR: Detector = {
  ruleId: STRATA_RULE.id,
  hint: { anyOf: ['strata_(?:live|test|inv|rst)_'], isByRun: true },
  find: (text) => spansOf(text, SECRET),
};
