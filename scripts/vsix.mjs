import { createVSIX } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { restoreFiles } from './build/replaced.mjs';

const readme = 'dist/readme.md';

/** Builds the product into dist/, printing what the compiler says; throws if it does not compile. */
export function buildProduct(...flags) {
  restoreFiles();
  const { status } = spawnSync(process.execPath, ['esbuild.mjs', ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The build failed; see above.');
}

/** Packs what is built into one file that any Visual Studio Code can install. */
export async function packVsix(file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(readme, selfContained(readFileSync('README.md', 'utf8')));
  await createVSIX({
    packagePath: file,
    readmePath: readme,
    dependencies: false, // they are inside the bundles
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
}

/**
 * The editor's page about an extension, and that of a package, neither show relative pictures, or embedded ones, nor
 * open relative links.
 */
export function selfContained(markdown) {
  const blocks = markdown.split('\n\n').filter((block) => !/!\[[^\]]*\]\((?!https:)/.test(block));
  return blocks.join('\n\n').replace(/\[([^\]]*)\]\((?!\w+:|#)[^)]+\)/g, '$1');
}
