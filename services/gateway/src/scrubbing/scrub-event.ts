import type { EventInput } from '@strata/contracts/schemas/event';
import { atOnce, inTurns, pause } from '@strata/kernel/turns';
import type { Detector, RuleDescription } from '@strata/secrets/detector';
import { EventTexts, type Replacement } from '@strata/secrets/event-texts';
import { findSecrets, mergeSecrets, type Secret } from '@strata/secrets/find-secrets';
import { createPrefilter } from '@strata/secrets/prefilter';
import { EventFingerprints, fingerprintsOf, type FingerprintSecret } from './fingerprint-secret.ts';
import { ANY_FINGERPRINT, placeholderOf } from '@strata/secrets/placeholder';
import { withinBounds } from './within-bounds.ts';
import { unescapeText } from '@strata/secrets/unescaped-text';

/** An event as the client sent it, and the same as JSON. */
export interface SentEvent {
  readonly input: EventInput;
  readonly json: string;
}

/** An event without its secrets, and how many there were. */
export interface ScrubbedEvent {
  readonly input: EventInput;
  readonly secretsReplaced: number;
  /** The same for each attempt to send the event: a constant stands for each random fingerprint. */
  readonly compared: EventInput;
  /**
   * What the event's ids derive from; undefined without an idempotency key. Different keys give different identities, and no
   * secret in a key can be guessed from its identity.
   */
  readonly identity: string | undefined;
}

/** Replaces the secrets in an event. Errors: `unavailable` if the tenant's settings cannot be read. */
export type ScrubEvent = (event: SentEvent, tenantId: string) => Promise<ScrubbedEvent>;

export interface ScrubEventParts {
  readonly rules: readonly RuleDescription[];
  readonly detectors: readonly Detector[];
  /** The key of fingerprints, the same on every gateway. */
  readonly fingerprintKey: string;
  /** The rules that a tenant has turned off. Errors: `unavailable`. */
  readonly rulesOff: (tenantId: string) => Promise<ReadonlySet<string>>;
  /** Called with the kind of each replaced secret. */
  readonly onReplaced: (kind: string) => void;
}

/** Hex digits of a whole fingerprint. */
const WHOLE = 64;

/**
 * Replaces the secrets in every text and every key of an event by `[secret:<kind>:<fingerprint>]`. Errors: `unavailable` when
 * a secret was found and the tenant's settings cannot be read.
 */
export function createScrubEvent(parts: ScrubEventParts): ScrubEvent {
  const { rules, detectors, fingerprintKey, rulesOff, onReplaced } = parts;
  const selectDetectors = createPrefilter(detectors);
  const order = new Map(rules.map(({ id }, index) => [id, index]));
  const generated = new Set(rules.filter(({ isGenerated }) => isGenerated === true).map(({ id }) => id));

  return async function scrubEvent({ input, json }, tenantId) {
    await pause();
    const selected = selectDetectors(json);
    if (selected.length === 0) return asSent(input);
    await pause();
    const texts = new EventTexts(input);
    const found = await inTurns(findSecrets(texts.text, selected));
    if (found.length === 0) return asSent(input);
    const off = await rulesOff(tenantId);
    const secrets = mergeSecrets(withoutDisabled(found, off), order);
    for (const { ruleId } of secrets) onReplaced(ruleId);
    const fingerprint = fingerprintsOf(fingerprintKey, tenantId);
    const { scrubbed, compared } = await inTurns(replaced(input, texts, secrets, { fingerprint, generated }));
    return {
      input: scrubbed,
      compared,
      secretsReplaced: secrets.length,
      identity: identityOf(input, scrubbed, fingerprint),
    };
  };
}

/** Replaces nothing: for deployments whose events arrive without secrets. */
export const leaveAsSent: ScrubEvent = ({ input }) => Promise.resolve(asSent(input));

const asSent = (input: EventInput): ScrubbedEvent => ({
  input,
  compared: input,
  secretsReplaced: 0,
  identity: input.idempotencyKey,
});

function identityOf(
  { idempotencyKey: sent }: EventInput,
  { idempotencyKey: kept }: EventInput,
  fingerprint: FingerprintSecret,
): string | undefined {
  return sent === kept || sent === undefined ? sent : `secret ${fingerprint(`idempotency key ${sent}`, WHOLE)}`;
}

const withoutDisabled = (found: readonly Secret[], off: ReadonlySet<string>): Secret[] =>
  found.filter(({ ruleId }) => !off.has(ruleId));

/** Removes escapes, so that a secret has the same fingerprint in plain text and in escaped JSON. */
const unescaped = (secret: string): string => (atOnce(unescapeText(secret))?.text ?? secret).replace(/\\+/g, '\\');

interface Fingerprinting {
  readonly fingerprint: FingerprintSecret;
  /** The rules that find only what services generate. */
  readonly generated: ReadonlySet<string>;
}

function* replaced(
  input: EventInput,
  texts: EventTexts,
  secrets: readonly Secret[],
  { fingerprint, generated }: Fingerprinting,
): Generator<undefined, { readonly scrubbed: EventInput; readonly compared: EventInput }> {
  const fingerprints = new EventFingerprints(fingerprint);
  const stored: Replacement[] = [];
  const compared: Replacement[] = [];
  for (const { start, end, ruleId } of secrets) {
    const secret = fingerprints.of(unescaped(texts.text.slice(start, end)), generated.has(ruleId));
    stored.push({ start, end, by: placeholderOf(ruleId, secret.fingerprint) });
    compared.push({ start, end, by: placeholderOf(ruleId, secret.isRandom ? ANY_FINGERPRINT : secret.fingerprint) });
    yield;
  }
  // The shape that the schema checked is unchanged: only texts were replaced, within its bounds.
  const rewritten = (replacements: readonly Replacement[]): EventInput =>
    withinBounds(texts.replace(replacements) as EventInput, input, fingerprint);
  const scrubbed = rewritten(stored);
  yield;
  return { scrubbed, compared: fingerprints.hasRandom ? rewritten(compared) : scrubbed };
}
