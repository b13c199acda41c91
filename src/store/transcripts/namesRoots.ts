import { fileChunks } from './shared/whole.ts';

/** No transcript is searched further for the folder it is about. Bytes. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Whether a transcript names one of these folders, or something in it, as a path by itself: what a tool was given, a
 * folder that was attached. A folder in the middle of a text says nothing: a list of all projects names each of them.
 */
export async function namesRoots(
  path: string,
  size: number,
  folders: readonly string[],
  platform: NodeJS.Platform,
): Promise<boolean> {
  const flags = platform === 'win32' || platform === 'darwin' ? 'i' : '';
  const wanted = folders.map((folder) => namePattern(folder, flags));
  const decoder = new TextDecoder();
  let left = '';
  let read = 0;
  for await (const chunk of fileChunks(path)) {
    const text = left + decoder.decode(chunk, { stream: read + chunk.byteLength < size });
    if (wanted.some((pattern) => pattern.test(text))) return true;
    read += chunk.byteLength;
    if (read > maxBytes) return false;
    left = text.slice(-longestName);
  }
  return false;
}

/** A path that is cut between two chunks is seen whole in the next. Characters. */
const longestName = 8_192;

/** A JSON string that is the path, or one below: without line feeds and other escapes but for Windows' separators. */
function namePattern(folder: string, flags: string): RegExp {
  const plain = JSON.stringify(folder).slice(1, -1);
  const url = encodeURI(folder.replaceAll('\\', '/')).replace(/^\/?/, '/');
  const either = [plain, `file://${url}`].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`"(?:${either.join('|')})(?:(?:/|\\\\\\\\)(?:[^"\\\\\\n]|\\\\\\\\)*)?"`, flags);
}
