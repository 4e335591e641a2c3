import { writeFileSync } from 'node:fs';

const SERVICES = { DATABASE_URL: 'PostgreSQL', AMQP_URL: 'RabbitMQ', REDIS_URL: 'Redis' };

/** Jest reporter: names the real services that were not tested, and leaves the counts for the last line of `npm test`. */
export default class TallyReporter {
  onRunComplete(_contexts, results) {
    for (const [variable, service] of Object.entries(SERVICES)) {
      if (!process.env[variable]) console.error(`Skipped: tests against a real ${service}; ${variable} is not set.`);
    }
    if (process.env.STRATA_TALLY_FILE) writeFileSync(process.env.STRATA_TALLY_FILE, tally(results));
  }
}

/** A suite that could not even run counts as one failed test. */
function tally(results) {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return `${results.numPassedTests} passed, ${failed} failed, ${results.numPendingTests + results.numTodoTests} skipped`;
}
