// The program that agents start. Its path stays the same over updates, and it starts the newest installed version,
// with the runtime that installed it or with Node.js.
import fs from 'node:fs';
import { basename, dirname, join, parse, relative, resolve } from 'node:path';
import { launcherState, type Machine } from '../disk/base/stateFolder.ts';
import { foreignTextNow } from '../disk/files/foreign.ts';
import { refusal } from './configFile.ts';
import type { HookLine, Start } from '../agents/profile/parts.ts';

/** An installed version of the product. */
export interface Install {
  readonly version: string;
  /** Absolute path of its `cli.js`. */
  readonly cli: string;
  /** Absolute path of a program that runs JavaScript: Node.js, or the editor's. */
  readonly runtime: string;
  /** Common prefix of the folders of all versions, if an editor manages them. */
  readonly family?: string;
}

/** Number of installs that are recorded. */
const maxInstalls = 10;

/** How agents start the server for a user: through the launcher. */
export function startOf(machine: Machine): Start {
  return launched(machine, 'serve');
}

/** The launcher as a program with its arguments. On Windows, programs cannot start a script directly. */
function launched(machine: Machine, ...args: readonly string[]): Start {
  const program = launcherOf(machine);
  if (machine.platform !== 'win32') return { command: program, args };
  return { command: 'cmd', args: ['/c', ...cmdWords(program), ...args] };
}

/**
 * A path as words of `cmd /c`, which programs quote if it contains a blank, and only then. `cmd` removes the quotes
 * of a line that begins with one, unless the line contains nothing else; outside of quotes its characters are
 * escaped.
 */
const cmdWords = (path: string): readonly string[] =>
  /\s/.test(path) ? ['call', path] : [path.replace(/[&()@^<>|]/g, '^$&')];

/**
 * How agents start it from a file that is shared through the repository, which must not contain a path of one
 * machine. Nothing is fetched from a registry, where the package name has no owner until it is published.
 */
export const sharedStart: Start = { command: 'mcp-history-store', args: ['serve'] };

/** How agents run the hook. */
export function hookOf(machine: Machine): HookLine {
  const program = launcherOf(machine);
  const isWindows = machine.platform === 'win32';
  const quoted = isWindows ? `"${program}"` : `"${program.replace(/["$`\\]/g, '\\$&')}"`;
  // PowerShell accepts typographic quotes as quotes, too.
  const powershell = `& '${program.replace(/['\u2018-\u201B]/g, '$&$&')}' hook`;
  const cmd = `${cmdWords(program).map(quotedForCmd).join(' ')} hook`;
  return { command: `${quoted} hook`, powershell, cmd, isWindows };
}

const quotedForCmd = (word: string): string => (/\s/.test(word) ? `"${word}"` : word);

/** Absolute path of the program that agents start. */
const launcherOf = (machine: Machine): string => join(launcherState(machine), launcherName(machine));

const launcherName = ({ platform }: Machine): string =>
  platform === 'win32' ? 'mcp-history-store.cmd' : 'mcp-history-store';

/**
 * Makes the launcher start this install, unless a newer one is recorded. Writes nothing if nothing changed. Throws
 * `storage` if the launcher's folder may not be written.
 */
export function keepLauncher(install: Install, machine: Machine): void {
  const folder = launcherState(machine);
  try {
    writeLauncher(install, folder, machine);
  } catch (error) {
    throw refusal(error, folder);
  }
}

function writeLauncher(install: Install, folder: string, machine: Machine): void {
  const list = join(folder, 'installs');
  const known = readInstalls(list).filter(({ cli }) => cli !== install.cli && fs.existsSync(cli));
  const installs = [install, ...known].sort((a, b) => compare(b.version, a.version)).slice(0, maxInstalls);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isWindows = machine.platform === 'win32';
  const shown = isWindows ? fromFolder(folder) : (path: string) => path;
  put(list, installs.map((one) => lineOf(one, shown)).join(''), 0o600);
  const script = join(folder, launcherName(machine));
  // A newer version may have a better script.
  if (installs[0] !== install && fs.existsSync(script)) return;
  put(script, isWindows ? windowsScript : posixScript, 0o700);
}

/** `keepLauncher` if agents were connected on this machine before: after an update they start the new version. */
export function updateLauncher(install: Install, machine: Machine): void {
  if (fs.existsSync(join(launcherState(machine), 'installs'))) keepLauncher(install, machine);
}

/**
 * The last column is the common prefix of the folders of all versions, if an editor manages them: it may remove the
 * old one before the new one has ever run.
 */
function lineOf({ version, cli, runtime }: Install, shown: (path: string) => string): string {
  const folder = dirname(dirname(cli));
  const at = basename(folder).indexOf(`-${version}`);
  const family = at > 0 ? [join(dirname(folder), basename(folder).slice(0, at + 1))] : [];
  return `${[version, ...[cli, runtime, ...family].map(shown)].join('\t')}\n`;
}

/**
 * Paths relative to a folder on the same drive, so that they usually do not contain the name of the user's home: `cmd`
 * reads a list in the code page of its console, and has none without a console.
 */
const fromFolder =
  (folder: string) =>
  (path: string): string =>
    parse(folder).root.toLowerCase() === parse(path).root.toLowerCase() ? relative(folder, path) : path;

/** Versions recorded for the launcher, the newest first; they may have been removed. */
export const installsOf = (machine: Machine): readonly Install[] =>
  readInstalls(join(launcherState(machine), 'installs'));

/** Installed versions other than the one of this `cli.js`. */
export const otherInstalls = (machine: Machine, cli: string): readonly Install[] =>
  installsOf(machine).filter((install) => install.cli !== cli && fs.existsSync(install.cli));

/** Whether the launcher finds a version to start without downloading one. */
export const canStart = (machine: Machine): boolean =>
  installsOf(machine).some(({ cli, family }) => fs.existsSync(cli) || hasSibling(family));

/** Whether another version is installed beside one that an editor removed. */
function hasSibling(family = ''): boolean {
  if (family === '' || !fs.existsSync(dirname(family))) return false;
  const names = fs.readdirSync(dirname(family)).filter((name) => name.startsWith(basename(family)));
  return names.some((name) => fs.existsSync(join(dirname(family), name, 'dist', 'cli.js')));
}

/** Whether the launcher exists; it is created when agents are connected. */
export const isLauncherThere = (machine: Machine): boolean =>
  fs.existsSync(join(launcherState(machine), launcherName(machine)));

function readInstalls(file: string): readonly Install[] {
  const text = foreignTextNow(file) ?? '';
  return text.split('\n').flatMap((line) => {
    const [version, cli, runtime, family] = line.split('\t');
    if (!version || !cli || !runtime) return [];
    const at = (path: string): string => resolve(dirname(file), path);
    return [{ version, cli: at(cli), runtime: at(runtime), ...(family && { family: at(family) }) }];
  });
}

/** Versions as numbers: 0.10.0 is after 0.9.1. */
const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

function put(file: string, text: string, mode: number): void {
  if (foreignTextNow(file) === text) return;
  const temporary = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, text, { mode });
  fs.renameSync(temporary, file);
}

const posixScript = `#!/bin/sh
# Starts the newest installed version of MCP History Store, which wrote this file.
here=\${0%/*}
while IFS='\t' read -r version cli runtime family <&3; do
  if [ ! -f "$cli" ] && [ -n "$family" ]; then
    for other in "$family"*/dist/cli.js; do
      if [ ! -f "$cli" ] || [ "$other" -nt "$cli" ]; then cli=$other; fi
    done
  fi
  [ -f "$cli" ] || continue
  if [ -x "$runtime" ]; then
    ELECTRON_RUN_AS_NODE=1
    export ELECTRON_RUN_AS_NODE
    exec "$runtime" "$cli" "$@" 3<&-
  fi
  command -v node >/dev/null 2>&1 && exec node "$cli" "$@" 3<&-
done 3<"$here/installs"
[ "$1" = hook ] && exit 0 # an agent waits for it at each prompt
echo 'mcp-history-store: no installed version is left that can be started; install it again.' >&2
exit 1
`;

// Paths in the list are relative to its folder or absolute, never relative to the project. Results are kept in
// variables, which hold any character, so the code page of the list is reset before the program starts. Programs are
// searched on the path only, not in the project, in which agents start this.
const windowsScript = `@echo off\r
rem Starts the newest installed version of MCP History Store, which wrote this file.\r
setlocal disabledelayedexpansion\r
set NoDefaultCurrentDirectoryInExePath=1\r
set ELECTRON_RUN_AS_NODE=1\r
set "page="\r
set "node="\r
set "program="\r
set "cli="\r
for /f "tokens=2 delims=:." %%p in ('chcp 2^>nul') do set /a page=%%p >nul 2>nul\r
for %%n in (node.exe) do set "node=%%~$PATH:n"\r
chcp 65001 >nul 2>nul\r
for /f "usebackq tokens=1-4 delims=\t" %%a in ("%~dp0installs") do (\r
  if not defined program if exist "%~dp0%%b" set "cli=%~dp0%%b"\r
  if not defined program if not defined cli if /i "%%~fb"=="%%b" if exist "%%b" set "cli=%%b"\r
  if not defined program if not defined cli if not "%%d"=="" for /d %%e in ("%~dp0%%d*") do if exist "%%e\\dist\\cli.js" set "cli=%%e\\dist\\cli.js"\r
  if not defined program if not defined cli if not "%%d"=="" if /i "%%~fd"=="%%d" for /d %%e in ("%%d*") do if exist "%%e\\dist\\cli.js" set "cli=%%e\\dist\\cli.js"\r
  if not defined program if defined cli if exist "%~dp0%%c" set "program=%~dp0%%c"\r
  if not defined program if defined cli if /i "%%~fc"=="%%c" if exist "%%c" set "program=%%c"\r
  if not defined program if defined cli if defined node set "program=%node%"\r
  if not defined program set "cli="\r
)\r
if defined page chcp %page% >nul 2>nul\r
if not defined program goto none\r
"%program%" "%cli%" %*\r
exit /b %errorlevel%\r
:none\r
if "%~1"=="hook" exit /b 0\r
echo mcp-history-store: no installed version is left that can be started; install it again. 1>&2\r
exit /b 1\r
`;
