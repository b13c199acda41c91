/** Limit of the search in a transcript. Bytes. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Whether a transcript mentions one of these folders, or a path in it, as a whole JSON string.
 *
 * Tools' arguments and attached folders are such strings. Folders within longer texts do not count: a list of all
 * projects names each of them.
 */
export async function mentionsRoots(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  folders: readonly string[],
  platform: NodeJS.Platform,
): Promise<boolean> {
  const flags = platform === 'win32' || platform === 'darwin' ? 'i' : '';
  const wanted = folders.map((folder) => namePattern(folder, flags));
  const decoder = new TextDecoder();
  let left = '';
  let read = 0;
  for await (const chunk of chunks) {
    const text = left + decoder.decode(chunk, { stream: read + chunk.byteLength < size });
    if (wanted.some((pattern) => pattern.test(text))) return true;
    read += chunk.byteLength;
    if (read > maxBytes) return false;
    left = text.slice(-longestName);
  }
  return false;
}

/** Overlap of chunks, so that a path cut between two is seen whole. Characters. */
const longestName = 8_192;

/** Matches a JSON string that is the path or one below it, without escapes except Windows' separators. */
function namePattern(folder: string, flags: string): RegExp {
  const plain = JSON.stringify(folder).slice(1, -1);
  const either = [plain, ...urlsOf(folder)].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`"(?:${either.join('|')})(?:(?:/|\\\\\\\\)(?:[^"\\\\\\n]|\\\\\\\\)*)?"`, flags);
}

/** The addresses of a folder: of a share it begins with the server, and editors encode the colon of a drive. */
function urlsOf(folder: string): readonly string[] {
  const path = encodeURI(folder.replaceAll('\\', '/'));
  if (path.startsWith('//')) return [`file:${path}`];
  const url = `file://${path.replace(/^\/?/, '/')}`;
  return [url, url.replace(/^(file:\/\/\/[a-z]):/i, '$1%3A')];
}
