// Runs tests with Node.js for Windows under Wine. They are built here, as the compiler of tsx does not start there.
import { build, type Plugin } from 'esbuild';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { installOnce } from '../editor/installOnce.ts';
import { installWindowsNode } from '../editor/nodePrograms.ts';
import { downloads, projectRoot } from '../editor/places.ts';

/** Why programs for Windows cannot be run here; undefined where they can. */
export function whyNoWindows(): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'it runs Node.js for Windows under Wine, on Linux x64 only';
  if (wineVersion() !== '') return undefined;
  return 'it runs Node.js for Windows under Wine, which is not installed (`apt-get install --no-install-recommends wine wine64`)';
}

/** Empty without Wine. */
function wineVersion(): string {
  const { error, stdout } = spawnSync('wine', ['--version'], { encoding: 'utf8' });
  return error ? '' : stdout.trim();
}

const prefix = join(downloads, 'wine');

/** Ends what hangs. A busy machine has taken five minutes. */
const timeoutMs = 20 * 60_000;

/** UTF-8 is what names of files are in; no window is ever shown. */
const wineEnvironment = (folder: string) => ({
  ...process.env,
  WINEPREFIX: folder,
  WINEDEBUG: '-all',
  DISPLAY: '',
  LC_ALL: 'C.UTF-8',
});

/** Installs Node.js for Windows, and makes what Wine keeps of a Windows 10 of ours. */
export function prepareWine(): void {
  installWindowsNode();
  installOnce(prefix, wineVersion(), (into) => {
    const run = (program: string, ...args: readonly string[]): void => {
      const { status } = spawnSync(program, args, { env: wineEnvironment(into), stdio: 'ignore' });
      if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${String(status)}.`);
    };
    run('wine', 'wineboot', '-i');
    run('wine', 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f');
    run('wineserver', '-w');
  });
}

/** Runs files of tests by mocha to their end, and gives its exit code. */
export async function mochaUnderWine(
  env: Readonly<Record<string, string>>,
  files: readonly string[],
): Promise<number> {
  mkdirSync(downloads, { recursive: true });
  mountProject();
  const built = mkdtempSync(join(downloads, 'windows-tests-')); // below the packages that they need
  try {
    await buildTests(files, built);
    const tests = files.map((file) => onWindows(join(built, relative('test', file).replace(/ts$/, 'js'))));
    const options = ['--no-config', '--no-package', '--exit', '--timeout', '180000'];
    const args = [...options, '--reporter', 'test/reporter.cjs', ...tests];
    const output = join(built, 'output');
    const { TEST_COUNTS: counts, ...more } = env;
    const code = await wine(['node_modules/mocha/bin/mocha.js', ...args], output, {
      ...more,
      ...(counts !== undefined && { TEST_COUNTS: onWindows(counts) }),
    });
    process.stdout.write(readFileSync(output));
    return code;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** The drive of the project: without a code page, `cmd` cannot read paths with other letters than those of ASCII. */
const drive = 'p:';

/** Makes the project the root of its drive, wherever it lies, and the first drive a share, as Windows does itself. */
function mountProject(): void {
  const devices = join(prefix, 'dosdevices');
  const shares = join(devices, 'unc', 'localhost');
  mkdirSync(shares, { recursive: true });
  for (const [link, folder] of [
    [join(devices, drive), projectRoot],
    [join(shares, 'c$'), join(prefix, 'drive_c')],
  ] as const) {
    rmSync(link, { force: true });
    symlinkSync(folder, link);
  }
}

/** Returns a path of this machine as Windows has it. */
function onWindows(path: string): string {
  const inProject = relative(projectRoot, path);
  const [root, rest] = inProject.startsWith('..') ? ['Z:', path] : ['P:', `/${inProject}`];
  return `${root}${rest.replaceAll('/', '\\')}`;
}

/** Input and output of the first program are files: a pipe of Linux is none to it. */
function wine(
  args: readonly string[],
  output: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const file = openSync(output, 'w');
  return new Promise<number>((resolve, reject) => {
    const child = spawn('wine', [onWindows(installWindowsNode()), ...args], {
      cwd: join(prefix, 'dosdevices', drive),
      stdio: ['ignore', file, file],
      timeout: timeoutMs,
      env: { ...wineEnvironment(prefix), ...env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  }).finally(() => closeSync(file));
}

async function buildTests(files: readonly string[], outdir: string): Promise<void> {
  await build({
    entryPoints: [...files],
    outdir,
    outbase: 'test',
    absWorkingDir: projectRoot,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    bundle: true,
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [ownFolder],
  });
}

/** Lets a module know the folder of its source, as without a bundle. */
const ownFolder: Plugin = {
  name: 'own folder',
  setup: (building) => {
    building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const folder = `const __dirname = ${JSON.stringify(onWindows(dirname(path)))};`;
      return { contents: folder + readFileSync(path, 'utf8'), loader: 'ts' };
    });
  },
};
