import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../disk/base/core.ts';
import { WrongContent } from '../../disk/files/json.ts';
import type { SessionIdentity, SessionSummary } from './types.ts';

/** The folder of sessions' summaries; `folder`: the folder of the recordings. */
export const summariesFolder = (folder: string): string => join(folder, 'summaries');

/** `<source>-<session>.json`; an id unsuitable for file names becomes a slug and a digest. */
export function summaryFileName({ source, sessionId }: SessionIdentity): string {
  const isName = /^[\w-]{1,80}$/.test(sessionId) && sessionId === sessionId.toLowerCase();
  const digest = createHash('sha256').update(sessionId).digest('hex').slice(0, 8);
  const slug = sessionId
    .toLowerCase()
    .replaceAll(/[^\w-]/g, '_')
    .slice(0, 60);
  return `${source}-${isName ? sessionId : `${slug}~${digest}`}.json`;
}

/** Parses a summary file; throws `WrongContent` for anything else. */
export function parseSessionSummary(value: unknown): SessionSummary {
  if (!isObject(value) || !isJsonObject(value.summary)) throw new WrongContent('no summary of a session');
  const writtenAt = typeof value.writtenAt === 'string' ? Date.parse(value.writtenAt) : NaN;
  return { summary: value.summary, writtenAt: Number.isNaN(writtenAt) ? 0 : writtenAt };
}

/** The result of JSON.parse is JSON. */
const isJsonObject = (value: unknown): value is JsonObject => isObject(value);
