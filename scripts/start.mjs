// Builds the extension and opens it, on a sample workspace or on a folder of your own.
//   npm start [-- [folder] [--browser] [--language zh-cn] [--port N]]
// With the `code` command of a desktop Visual Studio Code on the PATH a window of it opens, otherwise (or with
// --browser) the editor is fetched from npm once and served at an address for your browser until Ctrl+C.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/cjs/api';
import { sampleEnvironment, sampleFolder } from './sample.mjs';
import { buildProduct } from './vsix.mjs';

register();
const require = createRequire(import.meta.url);
const { canInstallEditor } = require('../test/editor/editorInstall.ts');
const { installVsix, startEditorServer } = require('../test/editor/editorServer.ts');
const { writeProfile } = require('../test/editor/profile.ts');
const { downloads, projectRoot } = require('../test/editor/places.ts');

const usage = 'npm start [-- [folder] [--browser] [--language zh-cn] [--port N]]';
const usualPort = 3737;

/** The workspace to open: the folder asked for, else the sample. */
async function workspaceFolder(asked) {
  if (asked !== undefined) {
    const folder = resolve(process.env.INIT_CWD ?? '.', asked);
    if (!existsSync(folder) || !statSync(folder).isDirectory())
      throw new Error(`There is no folder ${folder}.`);
    return folder;
  }
  return sampleFolder();
}

/** The desktop editor's command, unless this is a terminal of an editor on another machine, where it means something else. */
function desktopCommand() {
  if (process.env.VSCODE_IPC_HOOK_CLI !== undefined) return undefined;
  const names = process.platform === 'win32' ? ['code.cmd', 'code.exe'] : ['code'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

function openDesktop(command, folder, { language, env }) {
  console.log(
    `Opening ${folder} in a new window of Visual Studio Code, with the extension from this source folder.`,
  );
  const args = ['--new-window', `--extensionDevelopmentPath=${projectRoot}`, folder];
  if (language !== undefined) args.push('--locale', language);
  const shell = process.platform === 'win32';
  const quoted = (text) => (shell ? `"${text}"` : text);
  const { status, error } = spawnSync(quoted(command), args.map(quoted), {
    ...{ stdio: 'inherit', shell, env: { ...process.env, ...env } },
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ended with code ${status}. Try npm start -- --browser.`);
  console.log(
    'Click the History icon in the activity bar. After a change: npm run build, then reload the window.',
  );
}

/** Serves the editor until Ctrl+C. The extension is installed as a person would install it, from its package. */
async function serveBrowser(folder, { language, port, env }) {
  const home = join(downloads, 'start');
  const vsix = join(home, 'extension.vsix');
  console.log('Building and packing the extension…');
  packExtension(vsix);
  const profile = writeProfile(join(home, 'profile'), {}, language, { keepSettings: true });
  rmSync(profile.extensions, { recursive: true, force: true }); // the version is always the same, its contents are not
  installVsix(profile, vsix);
  const args = ['--disable-workspace-trust', ...(language === undefined ? [] : ['--locale', language])];
  const server = await startAtFreePort(profile, args, { port, env });
  console.log(`
Open this in your browser:

    http://localhost:${server.port}/?folder=${encodeURI(folder)}

and click the History icon in the activity bar. The workspace is ${folder}.
Press Ctrl+C to stop.
`);
  await new Promise((stop) =>
    ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.once(signal, stop)),
  );
  await server.stop();
  console.log('Stopped.');
}

function packExtension(vsix) {
  const script = join(projectRoot, 'scripts/package.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--out', vsix], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The extension could not be packed:\n${stdout}${stderr}`);
}

async function startAtFreePort(profile, args, { port, env }) {
  if (port !== undefined) return startEditorServer(profile, [...args, '--port', port], env);
  try {
    return await startEditorServer(profile, [...args, '--port', String(usualPort)], env);
  } catch (error) {
    if (!String(error).includes('EADDRINUSE')) throw error;
    return startEditorServer(profile, [...args, '--port', '0'], env);
  }
}

async function start() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { browser: { type: 'boolean' }, language: { type: 'string' }, port: { type: 'string' } },
  });
  if (positionals.length > 1) throw new Error(`One folder at most: ${usage}`);
  const folder = await workspaceFolder(positionals[0]);
  const desktop = values.browser === true ? undefined : desktopCommand();
  if (desktop === undefined && !canInstallEditor)
    throw new Error(
      'There is no `code` command. Install Visual Studio Code, run its command "Shell Command: Install \'code\' command in PATH", and start again.',
    );
  process.chdir(projectRoot);
  const env = positionals.length === 0 ? await sampleEnvironment() : {};
  if (desktop !== undefined) openDesktop(desktop, folder, { ...values, env });
  else await serveBrowser(folder, { ...values, env });
}

try {
  await start();
} catch (error) {
  console.error(error.code?.startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${usage}` : error.message);
  process.exitCode = 1;
}
