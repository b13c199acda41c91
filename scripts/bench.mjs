// Runs every benchmark on a production build.   node scripts/bench.mjs [name]…   (part of a file's name; all without)
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const wanted = process.argv.slice(2);

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exitCode = 1;
}

run('esbuild.mjs', '--production');
for (const file of readdirSync('test/bench')
  .filter((name) => name.endsWith('.bench.ts'))
  .sort()) {
  if (wanted.length > 0 && !wanted.some((name) => file.includes(name))) continue;
  console.log(`\n${file}`);
  run('--import', 'tsx', join('test/bench', file));
}
