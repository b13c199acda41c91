// What `npm pack` does before and after it packs, as package.json says.
//   node scripts/npmPackage.mjs prepack    builds, and puts what the package needs in the place of what only the editor reads
//   node scripts/npmPackage.mjs postpack   puts back what was there
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFiles, restoreFiles } from './build/replaced.mjs';
import { buildProduct, selfContained } from './vsix.mjs';

/**
 * The manifest of the package: that of the extension has nothing to say to npm, and is private. It keeps what packs it,
 * so that a packing after one that was broken off begins as usual.
 */
function packageManifest(text, { description }) {
  const { name, version, license, keywords, mcpName, bin, engines, scripts } = JSON.parse(text);
  const { prepack, postpack } = scripts;
  const manifest = {
    ...{ name, version, description, license, keywords, mcpName, bin, engines: { node: engines.node } },
    scripts: { prepack, postpack },
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

process.chdir(join(import.meta.dirname, '..'));
restoreFiles();
if (process.argv[2] === 'prepack') {
  buildProduct('--production');
  // What npm packs from the root of the project whatever is ignored.
  replaceFiles({
    'package.json': (text) => packageManifest(text, JSON.parse(readFileSync('package.nls.json', 'utf8'))),
    'README.md': selfContained,
    'README.zh-CN.md': selfContained,
  });
}
