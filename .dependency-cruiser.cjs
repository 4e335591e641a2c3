/** The import rules. Type imports count; fewer rules apply to tests. */

const TESTS = ['\\.test\\.ts$', '^(libs|services)/[^/]+/test/', '^libs/testkit/'];
const CAPABILITY = '(?!adapters/|generated/)[^/]+/';
/** Packages of pure computation, which a capability may import. Input and output belong in an adapter. */
const PURE_PACKAGES =
  'node_modules/(zod|zod-openapi|marked|gpt-tokenizer|chrono-node|snowball-stemmers|lru-cache|safe-stable-stringify|unbash)/';
const PURE_NODE = '^(node:)?(crypto|util|buffer|timers/promises|perf_hooks|assert|string_decoder|url)$';
/** What only the bundler of the console finds: modules that it makes, and a package whose condition `source` names files that it has not. */
const BUNDLED = '^(virtual:|react-aria-components$)';
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'The package is not declared in the package.json of the importer, or the file does not exist.',
      from: {},
      to: { couldNotResolve: true, pathNot: BUNDLED },
    },
    {
      name: 'no-barrel',
      severity: 'error',
      comment: 'Import the file that defines what you need, not an index that re-exports it.',
      from: {},
      to: { path: '^(libs|services)/.*/index\\.(ts|js|mjs)$', pathNot: '/node_modules/' },
    },
    {
      name: 'no-catch-all-file',
      severity: 'error',
      comment: 'Name a file after what it does.',
      from: {},
      to: { path: '^(libs|services)/.*/(utils?|helpers?|common|misc|shared)(/|\\.ts$)', pathNot: '/node_modules/' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: BUNDLED },
    },
    {
      name: 'no-development-package',
      severity: 'error',
      comment:
        'Production code may take only types from devDependencies, unless the user brings the package. The build of the console puts its packages into its files.',
      from: { path: '^(libs|libs/adapters|services)/[^/]+/src/', pathNot: [...TESTS, '^services/console/'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'kernel',
      severity: 'error',
      comment: 'The kernel imports only modules of Node.',
      from: { path: '^libs/kernel/', pathNot: TESTS },
      to: { pathNot: '^libs/kernel/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'languages',
      severity: 'error',
      comment: 'Languages import a stemmer, and modules of Node.',
      from: { path: '^libs/languages/', pathNot: TESTS },
      to: { pathNot: ['^libs/languages/', 'node_modules/snowball-stemmers/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'secrets',
      severity: 'error',
      comment: 'The search for secrets imports the kernel, so that clients can run it too.',
      from: { path: '^libs/secrets/', pathNot: TESTS },
      to: { pathNot: '^libs/(secrets|kernel)/' },
    },
    {
      name: 'contracts',
      severity: 'error',
      comment: 'Contracts import the kernel, zod, and an edit distance for suggestions of field names.',
      from: { path: '^libs/contracts/', pathNot: TESTS },
      to: { pathNot: ['^libs/(contracts|kernel)/', 'node_modules/(zod|leven)/'] },
    },
    {
      name: 'client',
      severity: 'error',
      comment: 'The SDK imports a hash function, and not even modules of Node: it runs wherever there is fetch.',
      from: { path: '^libs/client/', pathNot: TESTS },
      to: { pathNot: ['^libs/client/', 'node_modules/@noble/hashes/'] },
    },
    {
      name: 'adapters-of-frameworks',
      severity: 'error',
      comment:
        'An adapter imports the SDK, what adapters are made of, and the types of its framework. It runs wherever both run.',
      from: { path: '^libs/adapters/([^/]+)/', pathNot: TESTS },
      to: { path: '^(libs|services)/', pathNot: ['^libs/adapters/($1|base)/', '^libs/client/', '/node_modules/'] },
    },
    {
      name: 'platform',
      severity: 'error',
      comment: 'The platform imports contracts and kernel, no service and no other library.',
      from: { path: '^libs/platform/', pathNot: TESTS },
      to: { path: '^(libs|services)/', pathNot: ['^libs/(platform|contracts|kernel)/', '/node_modules/'] },
    },
    {
      name: 'policy',
      severity: 'error',
      comment: 'The policy engine imports contracts, kernel and platform.',
      from: { path: '^libs/policy/', pathNot: TESTS },
      to: { path: '^(libs|services)/', pathNot: ['^libs/(policy|platform|contracts|kernel)/', '/node_modules/'] },
    },
    {
      name: 'cli',
      severity: 'error',
      comment: 'The command line imports what clients are made of, and no service.',
      from: { path: '^libs/cli/', pathNot: TESTS },
      to: {
        path: '^(libs|services)/',
        pathNot: ['^libs/(cli|client|mcp|transcripts|coding-agents|contracts|kernel)/', '/node_modules/'],
      },
    },
    {
      name: 'mcp',
      severity: 'error',
      comment: 'The MCP server imports the client, contracts and kernel. It knows operations by their types only.',
      from: { path: '^libs/mcp/', pathNot: TESTS },
      to: { path: '^(libs|services)/', pathNot: ['^libs/(mcp|client|contracts|kernel)/', '/node_modules/'] },
    },
    {
      name: 'transcripts',
      severity: 'error',
      comment: 'Transcripts import contracts, kernel, the search for secrets and the client.',
      from: { path: '^libs/transcripts/', pathNot: TESTS },
      to: {
        path: '^(libs|services)/',
        pathNot: ['^libs/(transcripts|contracts|kernel|secrets|client)/', '/node_modules/'],
      },
    },
    {
      name: 'libs-know-no-service',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^services/', pathNot: '/node_modules/' },
    },
    {
      name: 'testkit-in-tests',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: '^libs/testkit/' },
    },
    {
      name: 'services-apart',
      severity: 'error',
      comment: 'Services communicate over the bus; only standalone composes them.',
      from: { path: '^services/([^/]+)/', pathNot: '^services/standalone/' },
      to: { path: '^services/', pathNot: ['^services/$1/', '/node_modules/'] },
    },
    {
      name: 'standalone-composes',
      severity: 'error',
      comment:
        'Standalone imports a service only through its app.ts and config.ts, and for commands of the operator its operator-*.ts.',
      from: { path: '^services/standalone/src/', pathNot: TESTS },
      to: {
        path: '^services/',
        pathNot: ['^services/standalone/', '^services/[^/]+/src/(app|config|operator-[^/]+)\\.ts$', '/node_modules/'],
      },
    },
    {
      name: 'capability',
      severity: 'error',
      comment:
        'A capability imports kernel, languages, contracts, policy, secrets, operation handlers and the capabilities of its own service.',
      from: { path: `^services/([^/]+)/src/${CAPABILITY}`, pathNot: [...TESTS, '^services/console/'] },
      to: {
        pathNot: [
          `^services/$1/src/${CAPABILITY}`,
          '^libs/(kernel|languages|contracts|policy|secrets)/',
          '^libs/platform/src/operations/(operation-handler|require-credential)\\.ts$',
          PURE_PACKAGES,
          PURE_NODE,
        ],
      },
    },
    {
      name: 'adapter',
      severity: 'error',
      comment: 'Adapters implement the ports of capabilities; app.ts wires them.',
      from: { path: '^services/[^/]+/src/adapters/', pathNot: TESTS },
      to: { path: '^services/[^/]+/src/(app|main|config)\\.ts$' },
    },
    {
      name: 'console',
      severity: 'error',
      comment: 'The console runs in browsers: of the workspace it imports the SDK only.',
      from: { path: '^services/console/src/' },
      to: { path: '^(libs|services)/', pathNot: ['^services/console/', '^libs/client/', '/node_modules/'] },
    },
    {
      name: 'console-pages-apart',
      severity: 'error',
      comment: 'Pages share what is in ui, api and session; one page imports nothing of another.',
      from: { path: '^services/console/src/pages/([^/]+)/' },
      to: { path: '^services/console/src/(pages|visitor)/', pathNot: '^services/console/src/pages/$1/' },
    },
    {
      name: 'console-ui',
      severity: 'error',
      comment: 'What pages are made of knows no page.',
      from: { path: '^services/console/src/(ui|api|session)/' },
      to: { path: '^services/console/src/(pages|visitor|shell)/' },
    },
    {
      name: 'app',
      severity: 'error',
      comment: 'main.ts starts the app; nothing imports main.ts.',
      from: { path: '^services/[^/]+/' },
      to: { path: '^services/[^/]+/src/main\\.ts$' },
    },
    {
      name: 'main',
      severity: 'error',
      comment: 'main.ts is thin: it imports app, config, terminal output, platform and kernel.',
      from: { path: '^services/([^/]+)/src/main\\.ts$' },
      to: {
        pathNot: ['^services/$1/src/(app|config|terminal)\\.ts$', '^libs/(platform|kernel)/'],
        dependencyTypesNot: ['core'],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    exclude: { path: '^(libs|libs/adapters|services)/[^/]+/(dist|src/generated)/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
    skipAnalysisNotInRules: true,
  },
};
