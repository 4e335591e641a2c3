import { namedIn, share } from '../figures.mjs';

const FACT =
  /(?:(\w+) (?:shows|returns|says|has) )?["']?([A-Za-z_][\w.]*)["']?\s*(?:=|\bis\b)\s*["']?([\w -]+?)["']?\s*$/;
const WORD = /(?:request|user|message|customer)\b.*?["“'‘]([^"”'’]+)["”'’]/i;
const NO_CHANGE = /\b(?:no|not|without)\b.*\bchang|do nothing|\brefuse|\bdecline|\bdeny/i;
const STEM = 5;
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a run is in a situation: a word of its request, or a fact in a result. Null if the situation is neither. */
export function situationTest(situation) {
  if (/\bfail/i.test(situation)) return null;
  const word = WORD.exec(situation)?.[1];
  if (word !== undefined) {
    const spoken = new RegExp(`\\b${escape(word.slice(0, STEM))}`, 'i');
    return ({ users }) => spoken.test(users.slice(0, 2).join(' '));
  }
  const fact = FACT.exec(situation);
  if (fact === null) return null;
  const [, reader, field, value] = fact;
  const shown = new RegExp(`"${escape(field.split('.').at(-1))}":\\s*"?${escape(value)}"?\\s*[,}\\]]`, 'i');
  return ({ calls }) =>
    calls.some(
      ({ tool, output, failed }) => !failed && (reader === undefined || tool === reader) && shown.test(output),
    );
}

/** The share of unseen runs in a policy's situation whose reference solution does what it decides. */
export function measurePolicies(artifacts, { unseen, changeTools, isChange }) {
  const policies = artifacts.filter(({ type }) => type === 'decision_policy');
  const judged = policies.flatMap(({ content }) => {
    const isIn = situationTest(content.situation);
    const decided = namedIn(content.decision, changeTools);
    if (isIn === null || (decided.length === 0 && !NO_CHANGE.test(content.decision))) return [];
    return unseen.filter(isIn).map(({ gold, passed }) => {
      const needed = gold.filter(isChange);
      return {
        passed,
        right: decided.length > 0 ? decided.some((tool) => needed.includes(tool)) : needed.length === 0,
      };
    });
  });
  return {
    policies: policies.length,
    policiesRight: share(judged.map(({ right }) => right)),
    successInSituations: share(judged.map(({ passed }) => passed)),
  };
}
