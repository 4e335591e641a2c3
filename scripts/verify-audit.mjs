/** `npm run verify-audit`: recomputes the hash chains of the audit logs. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { verifyAudit } = await import('../services/enterprise-org/dist/verify-audit.js');
try {
  const isWhole = await verifyAudit(process.argv.slice(2), process.env, (line) => console.log(line));
  if (!isWhole) process.exitCode = 1;
} catch (error) {
  console.error(`${error.message}\nFor help: npm run verify-audit -- --help`);
  process.exitCode = 1;
}
