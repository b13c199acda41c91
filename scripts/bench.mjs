// What things cost, on a production build.   npm run bench [-- [subject]… [--json] [--write] [--no-peers]]
// `changes`, `keep`, `tasks`, `soak` and `hub`, which say more than a table has room for, run alone: npm run bench changes
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const given = process.argv.slice(2);

const build = spawnSync(process.execPath, ['esbuild.mjs', '--production'], { encoding: 'utf8' });
// A part over its size limit can be measured all the same.
if (build.status !== 0) console.error(`The build failed; what is in dist/ is measured.\n${build.stderr}`);

const alone = given.find((name) => existsSync(`test/bench/${name}.bench.ts`));
const program = `test/bench/${alone === undefined ? 'bench' : `${alone}.bench`}.ts`;
const args = ['--import', 'tsx', program, ...given.filter((name) => name !== alone)];
process.exitCode = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
if (given.includes('--write')) spawnSync('npx', ['--no-install', 'oxfmt', 'docs/performance.md']);
