import { join } from 'node:path';
import type { JsonValue } from '../../base/core.ts';
import type { AgentTranscripts } from '../shared/agent.ts';
import { fieldsOf, isList, textOf } from '../shared/fields.ts';
import { isHeadOf } from '../shared/stored.ts';
import { inWhole, titleFromEnds } from '../shared/whole.ts';
import { OpenCodeSessions } from './opencodePlaces.ts';
import { readOpenCode } from './opencodeRows.ts';

const sessions = new OpenCodeSessions({ agent: 'opencode', name: 'opencode', variable: 'OPENCODE_DB' });
const stream = inWhole(readOpenCode('opencode'));

/** OpenCode, in its terminal and its editor's extension: a database, in older versions a file for each part. */
export const opencode: AgentTranscripts = {
  id: 'opencode',
  find: (places, roots) => sessions.find(places, roots),
  recognise: (record) => isHeadOf('opencode', record) || isExport(record),
  place: sessions.place,
  stream,
  stored: sessions,
  titleOf: titleFromEnds(stream),
  watch: (places) => [sessions.folder(places), join(sessions.folder(places), 'storage', 'session')],
};

function isExport(record: JsonValue): boolean {
  const { info, messages } = fieldsOf(record);
  return textOf(fieldsOf(info).id)?.startsWith('ses_') === true && isList(messages);
}
