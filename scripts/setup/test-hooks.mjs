/**
 * Hooks of Node's module loader for tests. Each test file is loaded under a URL of its own (native-runtime.cjs), and so is each
 * helper that it imports: a helper uses Jest's functions of one test file, and may keep state. Test files share the modules that
 * they test.
 */
const ROOT = new URL('../../', import.meta.url).href;
const GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;
/** Paths of helpers below the root. */
const HELPERS = /^(?:libs\/testkit\/|scripts\/|.*\/test\/).*\.ts$/;

const isHelper = (url) => url.startsWith(ROOT) && HELPERS.test(url.slice(ROOT.length));

export async function resolve(specifier, context, nextResolve) {
  const run = context.parentURL?.startsWith('file:') && new URL(context.parentURL).searchParams.get('run');
  if (!run) return nextResolve(specifier, context);
  if (specifier === '@jest/globals') return { url: `${GLOBALS}?run=${run}`, shortCircuit: true };
  const resolved = await nextResolve(specifier, context);
  return isHelper(resolved.url) ? { ...resolved, url: `${resolved.url}?run=${run}` } : resolved;
}
