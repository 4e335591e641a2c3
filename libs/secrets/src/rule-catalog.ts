import { AWS_SECRET_KEY_DETECTOR } from './aws-secret-key.ts';
import { CONNECTION_PASSWORD_DETECTOR, CONNECTION_PASSWORD_RULE } from './connection-password.ts';
import { ASSIGNMENT_DETECTOR, ASSIGNMENT_RULE } from './credential-assignment.ts';
import { COMMAND_PASSWORD_DETECTOR, COMMAND_PASSWORD_RULE } from './command-password.ts';
import { COOKIE_DETECTOR, COOKIE_RULE } from './cookie.ts';
import { AUTHORIZATION_DETECTOR, AUTHORIZATION_RULE } from './authorization.ts';
import type { Detector, RuleDescription } from './detector.ts';
import { ENCODED_TEXT_DETECTOR, ENCODED_TEXT_RULE } from './encoded-text.ts';
import { JWT_DETECTOR, JWT_RULE } from './jwt.ts';
import { PRIVATE_KEY_DETECTOR, PRIVATE_KEY_RULE } from './private-key.ts';
import { SECRET_TABLES_DETECTOR } from './secret-tables.ts';
import { STRATA_DETECTOR, STRATA_RULE } from './strata-keys.ts';
import { TOKEN_DETECTORS, TOKEN_RULES } from './token-formats.ts';
import { URL_CREDENTIALS_DETECTOR, URL_CREDENTIALS_RULE } from './url-credentials.ts';

/** Rules and their detectors. If two rules find the same secret, the first one names it, so rules with a known form come first. */
export interface RuleCatalog {
  readonly rules: readonly RuleDescription[];
  readonly detectors: readonly Detector[];
}

export const RULE_CATALOG: RuleCatalog = {
  rules: [
    ...[STRATA_RULE, PRIVATE_KEY_RULE, ...TOKEN_RULES, JWT_RULE, URL_CREDENTIALS_RULE, AUTHORIZATION_RULE, COOKIE_RULE],
    ...[CONNECTION_PASSWORD_RULE, COMMAND_PASSWORD_RULE, ASSIGNMENT_RULE, ENCODED_TEXT_RULE],
  ],
  detectors: [
    ...[STRATA_DETECTOR, PRIVATE_KEY_DETECTOR, AWS_SECRET_KEY_DETECTOR, ...TOKEN_DETECTORS, JWT_DETECTOR],
    ...[URL_CREDENTIALS_DETECTOR, AUTHORIZATION_DETECTOR, COOKIE_DETECTOR, COMMAND_PASSWORD_DETECTOR],
    ...[CONNECTION_PASSWORD_DETECTOR, ASSIGNMENT_DETECTOR, SECRET_TABLES_DETECTOR, ENCODED_TEXT_DETECTOR],
  ],
};
