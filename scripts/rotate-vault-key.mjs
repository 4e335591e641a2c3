/** `npm run rotate-vault-key`: wraps the data keys of all vaults with the current key. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { rotateVaultKey } = await import('../services/vault/dist/rotate-vault-key.js');
try {
  const isComplete = await rotateVaultKey(process.argv.slice(2), process.env, (line) => console.log(line));
  if (!isComplete) process.exitCode = 1;
} catch (error) {
  console.error(`${error.message}\nFor help: npm run rotate-vault-key -- --help`);
  process.exitCode = 1;
}
