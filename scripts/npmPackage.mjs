// What `npm pack` does before and after it packs, as package.json says.
//   node scripts/npmPackage.mjs prepack    builds, and puts what the package needs in the place of what only the editor reads
//   node scripts/npmPackage.mjs postpack   puts back what was there
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProduct, selfContained } from './vsix.mjs';

/** What is put back; a packing that was broken off leaves it for the next one. */
const kept = '.packing';

/** The manifest of the package: that of the extension has nothing to say to npm, and is private. */
function packageManifest(text, { description }) {
  const { name, version, license, keywords, mcpName, bin, engines } = JSON.parse(text);
  const manifest = {
    name,
    version,
    description,
    license,
    keywords,
    mcpName,
    bin,
    engines: { node: engines.node },
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** What npm packs from the root of the project whatever is ignored, with what is packed in its place. */
const replaced = {
  'package.json': (text) => packageManifest(text, JSON.parse(readFileSync('package.nls.json', 'utf8'))),
  'README.md': selfContained,
  'README.zh-CN.md': selfContained,
};

function restore() {
  if (!existsSync(kept)) return;
  for (const name of readdirSync(kept)) renameSync(join(kept, name), name);
  rmSync(kept, { recursive: true });
}

function replace() {
  mkdirSync(kept);
  for (const [name, made] of Object.entries(replaced)) {
    const text = readFileSync(name, 'utf8');
    renameSync(name, join(kept, name));
    writeFileSync(name, made(text));
  }
}

process.chdir(join(import.meta.dirname, '..'));
restore();
if (process.argv[2] === 'prepack') {
  buildProduct('--production');
  replace();
}
