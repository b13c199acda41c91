import { errorMessage } from '../../disk/base/core.ts';
import { basename } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { requestOf } from '../../agents/reading/requests.ts';
import type { ModelRequest } from '../../agents/reading/types.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { FigureSources } from './figures.ts';

/**
 * Reads the requests of a session that is left only in an archive from the copy of its transcript beside that, as
 * archives themselves hold no tokens; undefined without a readable copy.
 */
export async function keptRequests(
  { source, path, activeAt }: SessionInfo,
  { archives, reader }: Pick<FigureSources, 'archives' | 'reader'>,
  { log }: Pick<StoreContext, 'log'>,
): Promise<readonly ModelRequest[] | undefined> {
  if (source === 'history') return undefined;
  try {
    const open = () => archives.transcript(basename(path, '.md'));
    const copy = await reader.streamCopy(source, open, { path, mtimeMs: activeAt });
    const requests = [...(copy.header.requests ?? [])];
    if (!copy.header.requests) for await (const message of copy.messages()) requests.push(...asked(message));
    for await (const helper of copy.subagents())
      requests.push(...(helper.requests ?? (copy.header.requests ? [] : helper.messages.flatMap(asked))));
    return requests.length > 0 ? requests : undefined;
  } catch (error) {
    log.warn(`the copy of ${path} cannot be read for its figures: ${errorMessage(error)}`);
    return undefined;
  }
}

function asked(...[message]: Parameters<typeof requestOf>): readonly ModelRequest[] {
  const request = requestOf(message);
  return request ? [request] : [];
}
