// Makes the MCPB bundle, which desktop apps install with a click.   node scripts/mcpb.mjs [--out FILE]
import JSZip from 'jszip';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/cjs/api';
import { buildProduct } from './vsix.mjs';

/** What the bundle says of itself: version 0.3 of the manifest of MCPB. */
function manifestOf({ name, version, publisher, license, keywords, engines }, { displayName, description }) {
  return {
    manifest_version: '0.3',
    ...{ name, display_name: displayName, version, description },
    long_description:
      'Your conversations with every agent, kept as plain files in `.chat-history` of your project: dialogs with summaries, context snapshots, archives of the sessions of coding agents, and memories, with one search over all of them.',
    author: { name: publisher },
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: 'dist/server.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/dist/server.js', '--root', '${user_config.project}'],
      },
    },
    tools: listedTools(),
    prompts_generated: true,
    ...{ keywords, license },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: {
      project: {
        type: 'directory',
        title: 'Project folder',
        description:
          'The project whose history is kept. Choose a folder above several projects to use them all, and tell the model which one you mean.',
        required: true,
      },
    },
  };
}

/** The tools that a client sees unless it asks for others. */
function listedTools() {
  register();
  const require = createRequire(import.meta.url);
  const { offerList } = require('../src/server/offerList.ts');
  const { chosenTools } = require('../src/server/offerChoice.ts');
  const tools = chosenTools({ which: '', source: '--tools' }, offerList.tools, console);
  return tools.map(({ name, title }) => ({ name, description: title }));
}

/** All that agents start, with what reads databases where Node.js cannot. */
const builtFiles = () =>
  readdirSync('dist')
    .filter((file) => /\.(js|wasm|txt)$/.test(file) && !file.startsWith('extension'))
    .map((file) => `dist/${file}`);

/** Packs what is built. The same files give the same bytes. */
export async function packMcpb(file) {
  const json = (name) => JSON.parse(readFileSync(name, 'utf8'));
  const manifest = manifestOf(json('package.json'), json('package.nls.json'));
  const zip = new JSZip();
  const add = (name, content) => zip.file(name, content, { date: new Date(0), createFolders: false });
  add('manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const name of ['LICENSE', 'media/icon.png', ...builtFiles().sort()])
    add(name.replace('media/', ''), readFileSync(name));
  mkdirSync(dirname(file), { recursive: true });
  const compression = { compression: 'DEFLATE', compressionOptions: { level: 9 } };
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', platform: 'UNIX', ...compression }));
}

if (basename(process.argv[1]) === 'mcpb.mjs') {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const root = join(import.meta.dirname, '..');
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = resolve(values.out ?? join(root, `${name}-${version}.mcpb`));
  process.chdir(root);
  buildProduct('--production');
  await packMcpb(file);
  console.log(`${file}: ${statSync(file).size} bytes`);
}
