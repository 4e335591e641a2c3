/** Cycles between folders. Tests are left out: they may start what imports them from below. */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycle',
      severity: 'error',
      comment: 'Two folders that need each other are one, or share a third.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [options.exclude.path, '\\.test\\.ts$', '^(libs|services)/[^/]+/test/', '^libs/testkit/'] },
  },
};
