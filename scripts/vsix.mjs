import { createVSIX } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Builds the product into dist/, printing what the compiler says; throws if it does not compile. */
export function buildProduct(...flags) {
  const { status } = spawnSync(process.execPath, ['esbuild.mjs', ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The build failed; see above.');
}

/** Packs what is built into one file that any Visual Studio Code can install. */
export async function packVsix(file) {
  mkdirSync(dirname(file), { recursive: true });
  await createVSIX({
    packagePath: file,
    dependencies: false, // they are inside the bundles
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
}
