/** `npm start`: prepares the clone, then runs the standalone service in this process. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
process.setSourceMapsEnabled(true);
await import('../services/standalone/dist/main.js');
