import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { auditActions } from './build/audit-actions.mjs';
import { compressFiles } from './build/compress-files.mjs';
import { demoEvents } from './build/demo-events.mjs';

const sdk = fileURLToPath(new URL('../../libs/client/src/', import.meta.url));
const gateway = process.env.STRATA_URL || 'http://localhost:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, because a proxy may serve all of Strata below a path.
  base: './',
  resolve: { alias: [{ find: /^@strata\/client\/(.+)$/, replacement: `${sdk}$1.ts` }] },
  plugins: [react(), demoEvents(), auditActions(), compressFiles()],
  build: {
    target: 'es2023',
    // An image in the code would be one that the content security policy has to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    license: { fileName: 'assets/licenses.md' },
  },
  // `npx vite services/console`: pages that are rebuilt as they change, on a Strata that runs.
  server: { proxy: { '/v1': gateway, '/console/session': gateway } },
});
