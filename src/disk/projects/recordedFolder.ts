import { sep } from 'node:path';
import { decoded, pathOfUrl } from '../base/anyPath.ts';
import { jsonOf } from '../base/core.ts';
import type { Machine } from '../base/stateFolder.ts';
import { isFolderPath, isWithin, plainPath } from './paths.ts';

/*
 * A folder that a program recorded is a text of the machine that wrote it. It names a folder of this machine only if
 * it is absolute, or if a rule says so; any other text names none.
 */

type OfMachine = Pick<Machine, 'env' | 'platform'>;

/** Returns the absolute paths that a recorded folder may have on this machine, the best first; none for other texts. */
export function recordedFolders(recorded: string, machine: OfMachine): readonly string[] {
  if (/^vscode-remote:/i.test(recorded)) return remoteFolders(recorded, machine);
  const path = /^file:/i.test(recorded) ? (pathOfUrl(recorded) ?? '') : recorded;
  if (!isFolderPath(path)) return [];
  const plain = plainPath(path);
  const inside = pathInWsl(plain, machine);
  return inside === undefined ? [plain] : [inside, plain];
}

/** Reports whether a path is a folder or inside it; `/mnt/c` of WSL and the drive `C:\` are one folder. */
export function isWithinRecorded(path: string, folder: string, platform: NodeJS.Platform): boolean {
  if (isWithin(path, folder, platform)) return true;
  const isOnDrive = isDrive(path);
  return isOnDrive !== isDrive(folder) && isWithin(drivePath(path), drivePath(folder), platform);
}

/** Reports whether the links of a path can be resolved here: asking for a share would reach out into the network. */
export const isLocalPath = (path: string): boolean =>
  sep === '\\' ? isDrive(path) : path.startsWith('/') && !path.includes('\0');

const isDrive = (path: string): boolean => /^[A-Za-z]:[\\/]/.test(path);

/** Returns the Windows path of a folder that WSL shows below `/mnt`; other paths are returned unchanged. */
function drivePath(path: string): string {
  const [, drive, rest] = /^\/mnt\/([A-Za-z])(\/[^]*)?$/.exec(path) ?? [];
  return drive === undefined ? path : `${drive}:${(rest ?? '/').replaceAll('/', '\\')}`;
}

/** Returns the path within this distribution of a share of WSL; undefined for other paths and distributions. */
function pathInWsl(path: string, { env }: OfMachine): string | undefined {
  const [, distribution, rest] = /^\\\\wsl(?:\$|\.localhost)\\([^\\]+)(\\[^]*)?$/i.exec(path) ?? [];
  const own = env.WSL_DISTRO_NAME?.toLowerCase();
  if (distribution === undefined || distribution.toLowerCase() !== own) return undefined;
  return plainPath((rest ?? '\\').replaceAll('\\', '/'));
}

/**
 * Returns the paths of a remote folder of VS Code that lies on this machine: in WSL, or in a container that shows a
 * folder of it. Folders of other machines have none.
 */
function remoteFolders(uri: string, machine: OfMachine): readonly string[] {
  const [, authority = '', rest = ''] = /^vscode-remote:\/\/([^/]*)(\/[^]*)$/i.exec(uri) ?? [];
  const path = pathOfUrl(`file://${rest}`);
  const [, kind, of = ''] = /^(wsl|dev-container)\+([^]*)$/i.exec(decoded(authority)) ?? [];
  if (path === undefined || kind === undefined) return [];
  if (kind.toLowerCase() === 'dev-container') return recordedFolders(hostFolder(of) ?? path, machine);
  if (machine.platform === 'win32')
    return ['wsl.localhost', 'wsl$'].map((host) => `\\\\${host}\\${of}${path.replaceAll('/', '\\')}`);
  const { WSL_DISTRO_NAME: own = of } = machine.env;
  return own.toLowerCase() === of.toLowerCase() ? recordedFolders(path, machine) : [];
}

/** Returns the folder of the host in the hexadecimal name of a container: a path, or JSON with `hostPath`. */
function hostFolder(name: string): string | undefined {
  const text = /^(?:[0-9a-f]{2})+/i.test(name) ? Buffer.from(name.split('@')[0] ?? '', 'hex').toString() : '';
  const [, quoted] = /"hostPath"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  const path = quoted === undefined ? text : jsonOf(quoted);
  return typeof path === 'string' && isFolderPath(path) ? path : undefined;
}
