import { stat } from 'node:fs/promises';
import type { SessionInfo } from '../history/sessions/types.ts';

/** Describes a session by its transcript alone; undefined where there is no such file. */
export async function sessionFromTranscript(
  path: string,
  sessionId: string,
  source: SessionInfo['source'],
): Promise<SessionInfo | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return undefined;
  const times = { startedAt: file.birthtimeMs, activeAt: file.mtimeMs, changedAt: file.mtimeMs };
  return { number: 0, source, sessionId, title: '', path, size: file.size, ...times };
}
