/** A process that starts, runs and stops as its argument says. */
import { runProcess } from '../../dist/lifecycle/run-process.js';
import { createLogger } from '../../dist/log/logger.js';

const [way] = process.argv.slice(2);
const logger = createLogger({ service: 'test' });
const alive = setInterval(() => undefined, 1_000);

runProcess({
  name: 'The service',
  logger,
  stopWithinMs: 300,
  start: async () => {
    if (way === 'fail to start') throw new Error('no database at postgres://app:hunter2@db/app');
    if (way === 'reject') setTimeout(() => void Promise.reject(new Error('not awaited')), 50);
    if (way === 'throw')
      setTimeout(() => {
        throw new Error('not caught');
      }, 50);
    return {
      close: async () => {
        if (way === 'slow') await new Promise((done) => setTimeout(done, 100));
        if (way === 'hang') await new Promise(() => undefined);
        logger.info('closed');
        clearInterval(alive);
      },
    };
  },
});
