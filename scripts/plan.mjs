/** `npm run plan`: shows and changes the plans of tenants. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { managePlans } = await import('../services/gateway/dist/manage-plans.js');
try {
  console.log(await managePlans(process.argv.slice(2), process.env));
} catch (error) {
  console.error(`${error.message}\nFor help: npm run plan -- --help`);
  process.exitCode = 1;
}
