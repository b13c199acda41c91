// Makes the plugin of one agent from what is built: a folder, or a zip file.   node scripts/plugins.mjs PLUGIN PATH
import JSZip from 'jszip';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { plugins, writePlugin } from './build/plugins.mjs';

/** Packs what is built. The same files give the same bytes. */
export async function packPlugin(file, plugin) {
  const folder = mkdtempSync(join(tmpdir(), 'history-plugin-'));
  try {
    writePlugin(folder, plugin);
    const zip = new JSZip();
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort())
      zip.file(relative(folder, path).replaceAll('\\', '/'), readFileSync(path), {
        date: new Date(0),
        createFolders: false,
      });
    const compression = { compression: 'DEFLATE', compressionOptions: { level: 9 } };
    writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', platform: 'UNIX', ...compression }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (basename(process.argv[1]) === 'plugins.mjs') {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [plugin = '', path] = positionals;
  if (!Object.hasOwn(plugins, plugin) || path === undefined) {
    console.error(`node scripts/plugins.mjs <${Object.keys(plugins).join('|')}> <folder or .zip>`);
    process.exit(2);
  }
  const out = resolve(path);
  if (out.endsWith('.zip')) await packPlugin(out, plugin);
  else writePlugin(out, plugin);
}
