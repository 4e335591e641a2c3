/** How test runners sum up. A failure outweighs what passed beside it. */
const FAILED = [
  /^\s*Tests?:?\s.*\b[1-9]\d* failed\b/m,
  /^\s*Test Suites?:\s.*\b[1-9]\d* failed\b/m,
  /^=+ .*\b[1-9]\d* (?:failed|errors?)\b.* in [\d.]+/m,
  /^(?:\[\d+\/\d+\] )?[1-9]\d* failed(?:,| in )/m,
  /^test result: FAILED\./m,
  /^(?:FAIL\t|FAIL$|--- FAIL: )/m,
  /^\s*[1-9]\d* failing\b/m,
  /^(?:#|ℹ) fail [1-9]/m,
  /\b\d+ examples?, [1-9]\d* failures?\b/,
  /^FAILED \((?:failures|errors)=/m,
  /^FAILURES!|^Tests: \d+, Assertions: \d+, .*(?:Failures|Errors): [1-9]/m,
  /Tests run: \d+, Failures: (?:[1-9]\d*|0, Errors: [1-9])/,
  /^Failed!\s+- Failed:/m,
];
const PASSED = [
  /^\s*Tests?:?\s+(?:\d+ (?:skipped|todo)[ ,|]+)*[1-9]\d* passed\b/m,
  /^=+ (?:.*, )?[1-9]\d* passed\b.* in [\d.]+/m,
  /^[1-9]\d* passed(?:,| in )/m,
  /^test result: ok\. [1-9]/m,
  /^ok\s+\t?\S+\t[\d.]+s/m,
  /^\s*[1-9]\d* passing\b/m,
  /^(?:#|ℹ) pass [1-9]/m,
  /\b[1-9]\d* examples?, 0 failures\b/,
  /^Ran [1-9]\d* tests? in [\d.]+s\s+OK/m,
  /^OK \([1-9]\d* tests?,/m,
  /Tests run: [1-9]\d*, Failures: 0, Errors: 0/,
  /^Passed!\s+- Failed:\s+0/m,
];
const TAIL = 8_000;
// Colours of terminals.
const ESCAPES = new RegExp(String.raw`\u001b\[[\d;]*m`, 'g');

/** Whether tests passed, by the summary at the end of their output. Undefined if none is recognized. */
export function summedUp(output: unknown): boolean | undefined {
  if (typeof output !== 'string') return undefined;
  const end = output.slice(-TAIL).replace(ESCAPES, '');
  if (FAILED.some((pattern) => pattern.test(end))) return false;
  return PASSED.some((pattern) => pattern.test(end)) ? true : undefined;
}
