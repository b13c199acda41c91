import { join } from 'node:path';
import type { JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, textOf } from '../reading/fields.ts';
import { isHeadOf } from '../reading/stored.ts';
import { wholeFileAgent } from '../reading/whole.ts';
import { OpenCodeSessions } from './opencodePlaces.ts';
import { readOpenCode } from './opencodeRows.ts';
import { readForm } from '../reading/forms.ts';
import { opencodeWriter } from './write.ts';

const sessions = new OpenCodeSessions({ agent: 'opencode', name: 'opencode', variable: 'OPENCODE_DB' });
/** OpenCode, in terminal and editor: a database, in older versions one file per part. */
export const opencode = wholeFileAgent({
  id: 'opencode',
  find: (...search) => sessions.find(...search),
  forms: [
    readForm('~/.local/share/opencode/storage/session/*/*.json'),
    readForm('~/.local/share/opencode/opencode*.db: session, message, part', '1'),
    readForm('~/.local/share/opencode/opencode*.db: session_v2, session_message', '2'),
  ],
  homes: (places) => sessions.homes(places).map((folder) => ({ folder })),
  recognise: (record) => isHeadOf('opencode', record) || isExport(record),
  pathPattern: sessions.pathPattern,
  stored: sessions,
  read: readOpenCode('opencode'),
  writer: opencodeWriter,
  watch: (places) => [sessions.folder(places), join(sessions.folder(places), 'storage', 'session')],
});

function isExport(record: JsonValue): boolean {
  const { info, messages } = fieldsOf(record);
  return textOf(fieldsOf(info).id)?.startsWith('ses_') === true && isList(messages);
}
