// Makes all that is published into one folder, from one build.   node scripts/release.mjs [--out DIR]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreFiles } from './build/replaced.mjs';
import { packMcpb } from './mcpb.mjs';
import { packPlugin } from './plugins.mjs';
import { packVsix } from './vsix.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const root = join(import.meta.dirname, '..');
const out = resolve(values.out ?? join(root, 'release'));
process.chdir(root);
restoreFiles();
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// `npm run` says where npm is, which on Windows cannot be started by its name without a shell.
const { npm_execpath: script } = process.env;
const [npm, ...itself] = script === undefined ? ['npm'] : [process.execPath, script];
const packing = [...itself, 'pack', '--pack-destination', out]; // builds
execFileSync(npm, packing, { stdio: ['ignore', 'ignore', 'inherit'] });
await packVsix(join(out, `${name}-${version}.vsix`));
await packMcpb(join(out, `${name}-${version}.mcpb`));
await packPlugin(join(out, `${name}-${version}-agent-plugin.zip`), 'agentPlugins');
copyFileSync('server.json', join(out, 'server.json'));

const sums = readdirSync(out).map((file) => {
  console.log(`${join(out, file)}: ${statSync(join(out, file)).size} bytes`);
  const sum = createHash('sha256').update(readFileSync(join(out, file)));
  return `${sum.digest('hex')}  ${file}\n`;
});
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
