import { clip } from '../text/mask.ts';

/** The kind of a file by its path: `test *.ts` or `*.ts`. */
export function fileKind(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? `*${clip(name.slice(dot), 12)}` : clip(name, 24);
  return /test|spec/i.test(path) ? `test ${extension}` : extension;
}
