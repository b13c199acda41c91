import { taskAgent } from '../cline/clineTasks.ts';
import { OpenCodeSessions } from '../opencode/opencodePlaces.ts';
import { readOpenCode } from '../opencode/opencodeRows.ts';
import { alsoStored } from '../shared/stored.ts';

const sessions = new OpenCodeSessions({ agent: 'kilo', name: 'kilo', variable: 'KILO_DB' });

/** Kilo Code: in VS Code at first a Cline, later, and on the command line, made of OpenCode. */
export const kilo = alsoStored(taskAgent({ id: 'kilo', extension: 'kilocode.kilo-code' }), {
  place: sessions.place,
  rows: sessions.rows,
  find: (places, roots) => sessions.find(places, roots),
  read: readOpenCode('kilo'),
});
