/** `npm run dead-letters`: shows, replays and discards commands that could not be handled. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { manageDeadLetters } = await import('../services/gateway/dist/manage-dead-letters.js');
try {
  console.log(await manageDeadLetters(process.argv.slice(2), process.env));
} catch (error) {
  console.error(`${error.message}\nFor help: npm run dead-letters -- --help`);
  process.exitCode = 1;
}
