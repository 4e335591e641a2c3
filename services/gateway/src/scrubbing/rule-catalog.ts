import { ASSIGNMENT_DETECTOR, ASSIGNMENT_RULE } from './credential-assignment.ts';
import { AUTHORIZATION_DETECTOR, AUTHORIZATION_RULE } from './authorization.ts';
import type { Detector, RuleDescription } from './detector.ts';
import { JWT_DETECTOR, JWT_RULE } from './jwt.ts';
import { PRIVATE_KEY_DETECTOR, PRIVATE_KEY_RULE } from './private-key.ts';
import { STRATA_DETECTOR, STRATA_RULE } from './strata-keys.ts';
import { TOKEN_DETECTORS, TOKEN_RULES } from './token-formats.ts';
import { URL_CREDENTIALS_DETECTOR, URL_CREDENTIALS_RULE } from './url-credentials.ts';

/** Rules and what finds for them. Where two find the same, the first one names it: what is known by its form comes first. */
export interface RuleCatalog {
  readonly rules: readonly RuleDescription[];
  readonly detectors: readonly Detector[];
}

/** All rules: our own, with those of a collection that others keep. */
export const catalogWith = (kept: RuleCatalog): RuleCatalog => ({
  rules: [
    ...[STRATA_RULE, PRIVATE_KEY_RULE],
    ...kept.rules,
    ...TOKEN_RULES,
    ...[JWT_RULE, URL_CREDENTIALS_RULE, AUTHORIZATION_RULE, ASSIGNMENT_RULE],
  ],
  detectors: [
    ...[STRATA_DETECTOR, PRIVATE_KEY_DETECTOR],
    ...kept.detectors,
    ...TOKEN_DETECTORS,
    ...[JWT_DETECTOR, URL_CREDENTIALS_DETECTOR, AUTHORIZATION_DETECTOR, ASSIGNMENT_DETECTOR],
  ],
});
