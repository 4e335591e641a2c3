/** `npm run verify-audit`: recomputes the hash chains of the audit logs. */
import { bootstrap } from './bootstrap.mjs';

const USAGE = `Usage: npm run verify-audit [-- --organization <id> | --vault <id>]

Recomputes the hash chain of every organization's audit log and of every vault's, in every tenant, and prints for
each its number of entries, its last hash, and whether it is intact. Exits with 1 if one is broken. Reads the database at
DATABASE_URL, or else the embedded one in DATA_DIR (.strata); stop its service first.`;

const argv = process.argv.slice(2);
const has = (option) => argv.some((argument) => argument === option || argument.startsWith(`${option}=`));
if (has('--help')) {
  console.log(USAGE);
  process.exit(0);
}
await bootstrap();
const { verifyAudit } = await import('../services/enterprise-org/dist/verify-audit.js');
const { verifyVaultAudit } = await import('../services/vault/dist/verify-vault-audit.js');
const both = [verifyAudit, verifyVaultAudit];
const selected = has('--vault') ? [verifyVaultAudit] : has('--organization') ? [verifyAudit] : both;
try {
  for (const verify of selected)
    if (!(await verify(argv, process.env, (line) => console.log(line)))) process.exitCode = 1;
} catch (error) {
  console.error(`${error.message}\nFor help: npm run verify-audit -- --help`);
  process.exitCode = 1;
}
