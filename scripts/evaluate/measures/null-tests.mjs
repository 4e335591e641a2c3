const GREETINGS = [
  'Hello! Is someone there?',
  'When do you open tomorrow?',
  'Thanks, I only wanted to look around.',
  'Can I read your terms somewhere?',
  'Is this a human or a program?',
];

/** Chats in which nothing is done: they must not change what is learned. */
export const idleChats = (agentId, count = 40) =>
  Array.from({ length: count }, (_, nth) => ({
    type: 'message',
    sessionId: `${agentId}-idle-${nth}`,
    payload: { role: 'user', content: GREETINGS[nth % GREETINGS.length] },
    metadata: { agentId },
    idempotencyKey: `${agentId}-idle-${nth}`,
  }));

const named = (artifacts) =>
  new Map(artifacts.map(({ type, title, content }) => [`${type}: ${title}`, JSON.stringify(content)]));

/** The artifacts that only one list has, or that differ. */
export function changedArtifacts(before, after) {
  const [one, two] = [named(before), named(after)];
  return [...new Set([...one.keys(), ...two.keys()])].filter((name) => one.get(name) !== two.get(name));
}

const ABOUT_OUTCOME =
  /\b(?:sessions?|runs?|tasks?|work|requests?|attempts?)\b.*\b(?:succe|fail|pass|solved|complet)|\boutcome\b/i;
const ADMITS_DOUBT = /weak|not sure|hint|uncertain|may be chance/i;

/** Patterns about how sessions end that claim significance, and policies that admit no doubt. */
export function statedAsSure(artifacts) {
  const isSure = ({ type, content }) =>
    type === 'causal_pattern'
      ? content.pValue < 0.05 && ABOUT_OUTCOME.test(`${content.cause}\n${content.effect}`)
      : type === 'decision_policy' && !ADMITS_DOUBT.test(JSON.stringify(content));
  return artifacts.filter(isSure).map(({ type, title }) => `${type}: ${title}`);
}
