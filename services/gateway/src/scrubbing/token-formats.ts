import { spansOf, type Detector, type RuleDescription } from './detector.ts';

/** A credential that says by its form what it is. `pattern` begins with `anchor`, which no letter or digit precedes. */
interface TokenFormat extends RuleDescription {
  readonly anchor: string;
  readonly rest: string;
}

/** No shorter piece of a longer word. A part that has no end in the pattern is read once: what comes behind is no `\w`. */
const FORMATS: readonly TokenFormat[] = [
  {
    id: 'gitlab',
    description: 'Tokens of GitLab',
    anchor: 'gl(?:pat|dt|rt|ptt|cbt|soat|ft|imt|agent|oas)-',
    rest: '[\\w-]{16,}',
  },
  {
    id: 'stripe',
    description: 'Secret and restricted keys of Stripe, and its webhook secrets',
    anchor: '(?:[sr]k_(?:live|test|prod)|whsec)_',
    rest: '[0-9A-Za-z+/=]{16,}',
  },
  {
    id: 'google_api_key',
    description: 'API keys and OAuth secrets of Google',
    anchor: '(?:AIza|GOCSPX-|ya29\\.)',
    rest: '[\\w-]{24,}',
  },
  { id: 'huggingface', description: 'Tokens of Hugging Face', anchor: '(?:hf|api_org)_', rest: '[0-9A-Za-z]{30,}' },
];

export const TOKEN_RULES: readonly RuleDescription[] = FORMATS.map(({ id, description }) => ({ id, description }));

export const TOKEN_DETECTORS: readonly Detector[] = FORMATS.map(({ id, anchor, rest }) => {
  const pattern = new RegExp(`(?<![A-Za-z0-9])${anchor}${rest}`, 'g');
  return { ruleId: id, hint: anchor, find: (text) => spansOf(text, pattern) };
});
