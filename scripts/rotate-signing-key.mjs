/** `npm run rotate-signing-key`: puts a new key first among those that sign users' tokens. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { manageSigningKey } = await import('../services/gateway/dist/manage-signing-key.js');
try {
  console.log(await manageSigningKey(process.argv.slice(2), process.env));
} catch (error) {
  console.error(`${error.message}\nFor help: npm run rotate-signing-key -- --help`);
  process.exitCode = 1;
}
