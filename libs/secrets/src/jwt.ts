import { spansOf, type Detector, type RuleDescription } from './detector.ts';

export const JWT_RULE: RuleDescription = {
  id: 'jwt',
  description: 'Signed and encrypted JSON Web Tokens',
  isGenerated: true,
};

/** Header and claims are JSON objects in base64url, so both begin with `eyJ`. Encrypted tokens have five parts. */
const TOKEN = /(?<![\w-])eyJ[\w-]{13,}\.(?:eyJ[\w-]{8,}|[\w-]{0,1024}\.[\w-]{8,1024}\.[\w-]{8,})\.[\w-]{8,}/g;

export const JWT_DETECTOR: Detector = {
  ruleId: JWT_RULE.id,
  hint: { anyOf: ['eyJ'], isByRun: true },
  find: (text) => spansOf(text, TOKEN),
};
