import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { patience } from '../eventually.ts';
import { installEditor } from './editorInstall.ts';
import type { Profile } from './profile.ts';

const stopMs = 3_000;

/** A running editor server; the editor is the page at its port. */
export interface EditorServer {
  readonly port: number;
  readonly pid: number;
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Ends the server and everything it started. */
  stop(): Promise<void>;
}

/** Starts the editor's server on a free port (or the port given in `args`) of the loopback interface. */
export async function startEditorServer(
  profile: Profile,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EditorServer> {
  const { node, serverMain } = installEditor();
  const child = spawn(node, [serverMain, ...serverArguments(profile), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true, // a process group of its own, so that stop() reaches extension hosts and terminals too
  });
  const killNow = (): void => killGroup(child, 'SIGKILL');
  process.once('exit', killNow);
  const stop = async (): Promise<void> => {
    await stopGroup(child);
    process.off('exit', killNow);
  };
  try {
    return { port: await listeningPort(child), pid: child.pid ?? 0, ended: once(child, 'exit'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Installs a packaged extension into a profile; throws with what the editor said if it does not want it. */
export function installVsix(profile: Profile, vsix: string): void {
  const { node, serverMain } = installEditor();
  const args = [serverMain, '--install-extension', vsix, '--force', ...folderArguments(profile)];
  const { status, stdout, stderr } = spawnSync(node, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${vsix} could not be installed:\n${stdout}${stderr}`);
}

function serverArguments(profile: Profile): string[] {
  return [
    ...['--host', '127.0.0.1', '--without-connection-token', '--accept-server-license-terms'],
    ...['--disable-telemetry', ...folderArguments(profile)],
  ];
}

function folderArguments({ server, userData, extensions }: Profile): string[] {
  return ['--server-data-dir', server, '--user-data-dir', userData, '--extensions-dir', extensions];
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string): void => reject(new Error(`The editor's server ${what}:\n${output}`));
    const timer = setTimeout(() => fail(`did not start within ${patience / 1_000} s`), patience);
    const read = (data: Buffer): void => {
      output += data.toString();
      const port = /(?:127\.0\.0\.1|localhost):(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code ?? 'none'}`);
    });
  });
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit', { signal: AbortSignal.timeout(stopMs) }).catch(() => undefined); // then by force
    killGroup(child, 'SIGTERM');
    await gone;
  }
  killGroup(child, 'SIGKILL');
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the group has already ended
  }
}
