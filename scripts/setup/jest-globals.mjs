/**
 * What a test file and its helpers import as `@jest/globals`, loaded once for each test file (test-hooks.mjs). Jest has put the
 * functions of that file into the global object.
 */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis;
