// The program that agents are told to start. It stays where it is while versions come and go, and starts the newest one
// that is installed, with the runtime that installed it or with Node.js.
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { launcherState, type Machine } from '../store/base/stateFolder.ts';
import type { HookLine, Start } from './formats/parts.ts';

/** An installed version of the product. */
export interface Install {
  readonly version: string;
  /** Absolute path of its `cli.js`. */
  readonly cli: string;
  /** Absolute path of a program that runs JavaScript: Node.js, or the editor's. */
  readonly runtime: string;
  /** What the folders of all versions begin with, where an editor keeps them. */
  readonly family?: string;
}

/** So many installs are remembered. */
const maxInstalls = 10;

/** How agents start the server for a person: by the launcher. */
export function startOf(machine: Machine): Start {
  return launched(machine, 'serve');
}

/** The launcher as a program with its arguments. Programs cannot start a script by themselves on Windows. */
function launched(machine: Machine, ...args: readonly string[]): Start {
  const program = launcherOf(machine);
  if (machine.platform !== 'win32') return { command: program, args };
  return { command: 'cmd', args: ['/c', ...cmdWords(program), ...args] };
}

/**
 * A path as words of `cmd /c`, which programs quote where it holds a blank, and only there. `cmd` takes quotes away from a
 * line that begins with one, unless it is that alone; outside of quotes its characters are escaped.
 */
const cmdWords = (path: string): readonly string[] =>
  /\s/.test(path) ? ['call', path] : [path.replace(/[&()@^<>|]/g, '^$&')];

/**
 * How they start it from a file that is shared through the repository, which must name no path of one machine. Nothing is
 * fetched from a registry, where the name of the package belongs to nobody until it is published.
 */
export const sharedStart: Start = { command: 'mcp-history-store', args: ['serve'] };

/** How they run the hook. */
export function hookOf(machine: Machine): HookLine {
  const program = launcherOf(machine);
  const isWindows = machine.platform === 'win32';
  const quoted = isWindows ? `"${program}"` : `"${program.replace(/["$`\\]/g, '\\$&')}"`;
  // PowerShell takes typographic quotes for quotes, too.
  const powershell = `& '${program.replace(/['\u2018-\u201B]/g, '$&$&')}' hook`;
  return { command: `${quoted} hook`, powershell, isWindows };
}

/** Absolute path of the program that agents start. */
const launcherOf = (machine: Machine): string => join(launcherState(machine), launcherName(machine));

const launcherName = ({ platform }: Machine): string =>
  platform === 'win32' ? 'mcp-history-store.cmd' : 'mcp-history-store';

/** Makes the launcher start this install, unless a newer one is there. Writes nothing where nothing changed. */
export function keepLauncher(install: Install, machine: Machine): void {
  const folder = launcherState(machine);
  const list = join(folder, 'installs');
  const known = readInstalls(list).filter(({ cli }) => cli !== install.cli && fs.existsSync(cli));
  const installs = [install, ...known].sort((a, b) => compare(b.version, a.version)).slice(0, maxInstalls);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  put(list, installs.map(lineOf).join(''), 0o600);
  const script = machine.platform === 'win32' ? windowsScript : posixScript;
  put(join(folder, launcherName(machine)), script, 0o700);
}

/** The same where agents were connected on this machine before: after an update they start the new version. */
export function updateLauncher(install: Install, machine: Machine): void {
  if (fs.existsSync(join(launcherState(machine), 'installs'))) keepLauncher(install, machine);
}

/**
 * The last column is what the folders of all versions begin with, where an editor keeps them: it may remove the old one
 * before the new one has ever run.
 */
function lineOf({ version, cli, runtime }: Install): string {
  const folder = dirname(dirname(cli));
  const at = basename(folder).indexOf(`-${version}`);
  const family = at > 0 ? join(dirname(folder), basename(folder).slice(0, at + 1)) : '';
  return `${[version, cli, runtime, family].join('\t').trimEnd()}\n`;
}

/** The versions that the launcher knows, the newest first; they may be gone. */
export const installsOf = (machine: Machine): readonly Install[] =>
  readInstalls(join(launcherState(machine), 'installs'));

/** The versions that are installed besides the one whose `cli.js` this is. */
export const otherInstalls = (machine: Machine, cli: string): readonly Install[] =>
  installsOf(machine).filter((install) => install.cli !== cli && fs.existsSync(install.cli));

/** Whether the launcher finds a version to start without fetching one. */
export const canStart = (machine: Machine): boolean =>
  installsOf(machine).some(({ cli, family }) => fs.existsSync(cli) || hasSibling(family));

/** Whether a version lies beside one that an editor removed. */
function hasSibling(family = ''): boolean {
  if (family === '' || !fs.existsSync(dirname(family))) return false;
  const names = fs.readdirSync(dirname(family)).filter((name) => name.startsWith(basename(family)));
  return names.some((name) => fs.existsSync(join(dirname(family), name, 'dist', 'cli.js')));
}

/** Whether there is a launcher, which is made when agents are connected. */
export const isLauncherThere = (machine: Machine): boolean =>
  fs.existsSync(join(launcherState(machine), launcherName(machine)));

function readInstalls(file: string): readonly Install[] {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return text.split('\n').flatMap((line) => {
    const [version, cli, runtime, family] = line.split('\t');
    return version && cli && runtime ? [{ version, cli, runtime, ...(family && { family }) }] : [];
  });
}

/** Versions as numbers: 0.10.0 is after 0.9.1. */
const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

function put(file: string, text: string, mode: number): void {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
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

// What is found is kept in variables, which hold any character, so the code page in which the list is read ends before the
// program starts. Programs are looked for on the path only, not in the project, in which an agent starts this.
const windowsScript = `@echo off\r
rem Starts the newest installed version of MCP History Store, which wrote this file.\r
setlocal disabledelayedexpansion\r
set NoDefaultCurrentDirectoryInExePath=1\r
set ELECTRON_RUN_AS_NODE=1\r
set "page="\r
set "node="\r
set "program="\r
set "cli="\r
for /f "tokens=2 delims=:." %%p in ('chcp') do set /a page=%%p >nul 2>nul\r
for %%n in (node.exe) do set "node=%%~$PATH:n"\r
chcp 65001 >nul\r
for /f "usebackq tokens=1-4 delims=\t" %%a in ("%~dp0installs") do (\r
  if not defined program if exist "%%b" set "cli=%%b"\r
  if not defined program if not exist "%%b" if not "%%d"=="" for /d %%e in ("%%d*") do if exist "%%e\\dist\\cli.js" set "cli=%%e\\dist\\cli.js"\r
  if not defined program if defined cli if exist "%%c" set "program=%%c"\r
  if not defined program if defined cli if not exist "%%c" if defined node set "program=%node%"\r
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
