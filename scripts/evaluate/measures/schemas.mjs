import { distinct, leaves, namedIn, share } from '../figures.mjs';

/** The tools of a schema's steps, in order: all, and those that are not optional. */
function stepTools({ content }, tools) {
  const steps = (content.steps ?? []).flatMap(({ tool, action, optional = false }) => {
    const [name] = tools.includes(tool) ? [tool] : namedIn(String(tool ?? action ?? ''), tools);
    return name === undefined ? [] : [{ name, optional }];
  });
  return {
    all: steps.map(({ name }) => name),
    needed: steps.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

/** Schemas with the tools of their steps, without those whose steps name no tool. */
export const schemasWithTools = (artifacts, tools) =>
  artifacts
    .filter(({ type }) => type === 'task_schema')
    .map((artifact) => ({ artifact, ...stepTools(artifact, tools) }))
    .filter(({ needed }) => needed.length > 0);

/** Whether a run takes the needed steps in this order, with any others between. */
export function follows(run, { needed }) {
  let next = 0;
  for (const { tool } of run.calls) if (tool === needed[next]) next++;
  return next === needed.length;
}

const IDENTIFIERS = new Set(['user_id', 'order_id', 'reservation_id', 'email', 'zip', 'orders', 'reservations']);

/** The identifiers in records that belong to one customer: of the user, orders, addresses and payments. */
export function identifiersIn(runs) {
  const found = new Set();
  for (const { calls, customer } of runs) {
    if (customer !== null) found.add(customer);
    for (const { input, output, failed } of calls) {
      const record = failed ? null : parse(output);
      if (typeof record !== 'object' || record === null || (record.user_id ?? input.user_id) === undefined) continue;
      for (const { path, text } of leaves(record)) if (IDENTIFIERS.has(path.at(-1))) found.add(text);
      for (const method of Object.keys(record.payment_methods ?? {})) found.add(method);
    }
  }
  return found;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Values of steps and recoveries that are one customer's. */
function literalsOf(artifacts, identifiers) {
  return artifacts.flatMap(({ title, content }) =>
    [...(content.steps ?? []), ...(content.recovery ?? [])]
      .flatMap((step) => leaves(step.arguments))
      .filter(({ text }) => (text.match(/#?[\w.@-]+/g) ?? []).some((word) => identifiers.has(word)))
      .map(({ path, text }) => `${title}: ${path.join('.')}=${text}`),
  );
}

/** How far schemas describe unseen runs: those they cover, whether they fit the goal, and whose values they hold. */
export function measureSchemas(artifacts, { runs, unseen, tools, isChange }) {
  const long = schemasWithTools(artifacts, tools).filter(({ all, needed }) => all.length >= 3 && needed.length >= 2);
  const covered = (some) => share(some.map((run) => long.some((schema) => follows(run, schema))));
  const changes = (names) => distinct(names.filter(isChange)).sort().join(' ');
  const literals = literalsOf(artifacts, identifiersIn(runs));
  return {
    schemas: long.length,
    successesCovered: covered(unseen.filter(({ passed }) => passed)),
    failuresCovered: covered(unseen.filter(({ passed }) => !passed)),
    goalPurity: share(
      unseen.flatMap((run) =>
        long
          .filter((schema) => changes(schema.all) !== '' && follows(run, schema))
          .map(({ all }) => changes(all) === changes(run.gold)),
      ),
    ),
    literals: literals.length,
    literalList: literals,
  };
}
