/** Forbids cycles between folders. Tests are excluded: they may start the service that contains them. */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycle',
      severity: 'error',
      comment: 'If two folders need each other, merge them or move the shared part to a third.',
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
