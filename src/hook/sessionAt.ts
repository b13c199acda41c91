import { stat } from 'node:fs/promises';
import type { SessionInfo } from '../store/sessions/types.ts';

/** A session as its transcript shows it, without a look at others; undefined where there is no such file. */
export async function sessionAt(
  path: string,
  sessionId: string,
  source: SessionInfo['source'],
): Promise<SessionInfo | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return undefined;
  const times = { startedAt: file.birthtimeMs, activeAt: file.mtimeMs, changedAt: file.mtimeMs };
  return { number: 0, source, sessionId, title: '', path, size: file.size, ...times };
}
