import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Writes each file of the build compressed beside it, so that the gateway compresses nothing. */
export const compressFiles = () => ({
  name: 'compress-files',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = join(dir, 'assets');
    await Promise.all(
      readdirSync(folder).map(async (name) => {
        const path = join(folder, name);
        const bytes = readFileSync(path);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
        writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      }),
    );
  },
});
