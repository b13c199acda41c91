// Makes the VSIX.   node scripts/package.mjs [--out FILE]
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProduct, packVsix } from './vsix.mjs';

/** 3 MB as the packager counts them. Bytes. */
const limit = 3 * 1024 * 1024;

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const root = join(import.meta.dirname, '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = resolve(values.out ?? join(root, `${name}-${version}.vsix`));

process.chdir(root);
try {
  buildProduct('--production');
  await packVsix(file);
  const { size } = statSync(file);
  console.log(`${file}: ${size} bytes`);
  if (size > limit)
    throw new Error(
      `The VSIX must not be larger than ${limit} bytes. See what is in it: npx vsce ls --no-dependencies`,
    );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
