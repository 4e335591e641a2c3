/** `npm run rotate-vault-key` without its preparations. The first argument is `settleMs`, the others are the command's. */
import { rotateVaultKey } from '../dist/rotate-vault-key.js';

const [settleMs, ...argv] = process.argv.slice(2);
try {
  const isWhole = await rotateVaultKey(argv, process.env, (line) => console.log(line), Number(settleMs));
  process.exitCode = isWhole ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
