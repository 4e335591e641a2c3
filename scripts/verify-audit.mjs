/** `npm run verify-audit`: recomputes the hash chains of the audit logs. */
import { bootstrap } from './bootstrap.mjs';

const USAGE = `Usage: npm run verify-audit [-- --organization <id> | --vault <id>]

Recomputes the hash chain of every organization's audit log and of every vault's, in every tenant, and says for each how
many entries it has, the last hash, and whether it is whole. Exits with 1 when one is broken. The database is the one at
DATABASE_URL, or else the embedded one in DATA_DIR (.strata), whose service must be stopped.`;

const argv = process.argv.slice(2);
const names = (option) => argv.some((argument) => argument === option || argument.startsWith(`${option}=`));
if (names('--help')) {
  console.log(USAGE);
  process.exit(0);
}
await bootstrap();
const { verifyAudit } = await import('../services/enterprise-org/dist/verify-audit.js');
const { verifyVaultAudit } = await import('../services/vault/dist/verify-vault-audit.js');
const both = [verifyAudit, verifyVaultAudit];
const asked = names('--vault') ? [verifyVaultAudit] : names('--organization') ? [verifyAudit] : both;
try {
  for (const verify of asked) if (!(await verify(argv, process.env, (line) => console.log(line)))) process.exitCode = 1;
} catch (error) {
  console.error(`${error.message}\nFor help: npm run verify-audit -- --help`);
  process.exitCode = 1;
}
