/** `npm run rotate-signing-key`: adds a new key, which signs users' tokens from then on. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { manageSigningKey } = await import('../services/gateway/dist/manage-signing-key.js');
try {
  console.log(await manageSigningKey(process.argv.slice(2), process.env));
} catch (error) {
  console.error(`${error.message}\nFor help: npm run rotate-signing-key -- --help`);
  process.exitCode = 1;
}
