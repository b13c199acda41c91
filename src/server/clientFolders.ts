import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';
import { isObject, type Log } from '../disk/base/core.ts';

/** Timeout of a client's answer. Milliseconds. */
const timeoutMs = 3_000;

/**
 * Returns a function that asks a client for its open folders (its roots), if it supports them: once, and again after a
 * change. Empty where it does not answer or names no local folder.
 */
// oxlint-disable-next-line typescript/no-deprecated -- see server.ts
export function clientFolders(server: Server, log: Log): () => Promise<readonly string[]> {
  let folders: Promise<readonly string[]> | undefined;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    folders = undefined;
  });
  const ask = async (): Promise<readonly string[]> => {
    if (!server.getClientCapabilities()?.roots) return [];
    try {
      const { roots } = await server.listRoots(undefined, { timeout: timeoutMs });
      return foldersOf(roots);
    } catch (error) {
      log.warn(
        `the client did not say which folders are open: ${error instanceof Error ? error.message : ''}`,
      );
      return [];
    }
  };
  return () => (folders ??= ask());
}

/** The local folders among the roots that a client answered with. */
export const foldersOf = (roots: readonly unknown[]): readonly string[] =>
  roots.flatMap((root) => (isObject(root) && typeof root.uri === 'string' ? (folderOf(root.uri) ?? []) : []));

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // not a file, or of another system
  }
}
