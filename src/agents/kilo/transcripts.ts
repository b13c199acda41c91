import { taskAgent } from '../cline/clineTasks.ts';
import { OpenCodeSessions } from '../opencode/opencodePlaces.ts';
import { readOpenCode } from '../opencode/opencodeRows.ts';
import { alsoStored } from '../reading/stored.ts';
import { readForm } from '../reading/forms.ts';

const sessions = new OpenCodeSessions({ agent: 'kilo', name: 'kilo', variable: 'KILO_DB' });

/** Kilo Code: the older VS Code extension derives from Cline, newer versions and the command line from OpenCode. */
export const kilo = alsoStored(
  taskAgent({
    id: 'kilo',
    extension: 'kilocode.kilo-code',
    forms: [
      readForm('kilocode.kilo-code/tasks/*/api_conversation_history.json'),
      readForm('~/.local/share/kilo/storage/session/*/*.json'),
      readForm('~/.local/share/kilo/kilo*.db: session, message, part'),
      readForm('~/.local/share/kilo/kilo*.db: session_v2, session_message'),
    ],
  }),
  {
    pathPattern: sessions.pathPattern,
    rows: sessions.rows,
    named: sessions.named,
    find: (...search) => sessions.find(...search),
    homes: (places) => sessions.homes(places),
    read: readOpenCode('kilo'),
  },
);
