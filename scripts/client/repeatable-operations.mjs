/** Requests with POST that harm nothing when they are sent twice; captures, because a client gives each event an idempotency key. */
export const REPEATABLE = new Set([
  ...['captureEvent', 'captureBatch', 'startLearning', 'synthesize', 'recordFeedback'],
  ...[
    'evaluatePolicy',
    'previewLifecyclePolicy',
    'previewLifecycleChange',
    'restoreMemory',
    'startErasure',
    'startExport',
  ],
  ...['logIn', 'logOut'],
]);
