import { atOnce } from '@strata/kernel/turns';
import { EventTexts } from './event-texts.ts';
import { findSecrets, mergeSecrets } from './find-secrets.ts';
import { ANY_FINGERPRINT, placeholderOf } from './placeholder.ts';
import { createPrefilter } from './prefilter.ts';
import { RULE_CATALOG } from './rule-catalog.ts';

const { rules, detectors } = RULE_CATALOG;
const selectDetectors = createPrefilter(detectors);
const order = new Map(rules.map(({ id }, index) => [id, index]));

/**
 * Replaces the secrets in every text and every key of a JSON value by `[secret:<kind>:000000000000]`, with all rules, and names
 * the kind of each. For programs that send events: they have no key for fingerprints, and need none to keep a secret at home.
 */
export function maskSecrets<Value>(value: Value): { readonly masked: Value; readonly kinds: readonly string[] } {
  const selected = selectDetectors(JSON.stringify(value));
  if (selected.length === 0) return { masked: value, kinds: [] };
  const texts = new EventTexts(value);
  const secrets = mergeSecrets(atOnce(findSecrets(texts.text, selected)), order);
  if (secrets.length === 0) return { masked: value, kinds: [] };
  const replacements = secrets.map(({ start, end, ruleId }) => ({
    start,
    end,
    by: placeholderOf(ruleId, ANY_FINGERPRINT),
  }));
  // Only texts were replaced, so the shape is that of the value.
  return { masked: texts.replace(replacements) as Value, kinds: secrets.map(({ ruleId }) => ruleId) };
}
