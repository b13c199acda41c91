import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';
import type { Log } from '../store/base/core.ts';

/** How long a client may take to say which folders are open in it. Milliseconds. */
const patienceMs = 3_000;

/**
 * Asks a client for the folders that are open in it (its roots), if it declared that it has any: when first called, and
 * again after it said that they changed. Where it does not answer, or only tells what is no folder here, there are none.
 */
// oxlint-disable-next-line typescript/no-deprecated -- see server.ts
export function clientFolders(server: Server, log: Log): () => Promise<readonly string[]> {
  let asked: Promise<readonly string[]> | undefined;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    asked = undefined;
  });
  const ask = async (): Promise<readonly string[]> => {
    if (!server.getClientCapabilities()?.roots) return [];
    try {
      const { roots } = await server.listRoots(undefined, { timeout: patienceMs });
      return roots.flatMap(({ uri }) => folderOf(uri) ?? []);
    } catch (error) {
      log.warn(
        `the client did not say which folders are open: ${error instanceof Error ? error.message : ''}`,
      );
      return [];
    }
  };
  return () => (asked ??= ask());
}

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // no file, or of another system
  }
}
