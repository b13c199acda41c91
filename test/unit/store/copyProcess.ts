// A process of its own that follows a history, and ends itself by force at the n-th operation of the disk. Without such a
// number it prints how many operations there were.
import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/disk/base/context.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';

const [root = '', state = '', last = '0'] = process.argv.slice(2);
const names = ['copyFile', 'rename', 'mkdir', 'rm', 'link', 'utimes', 'appendFile', 'writeFile'];
let operations = 0;

function count(target: object, name: string): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== 'function') return;
  const counted = (...args: unknown[]): unknown => {
    if (++operations === Number(last)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, target, args);
  };
  Reflect.set(target, name, counted);
}

for (const name of names) {
  count(fs, `${name}Sync`);
  count(fs.promises, name);
}
for (const name of ['fsync', 'futimesSync']) count(fs, name);

const machine = { home: state, env: { HISTORY_STATE_HOME: state }, platform: process.platform };
void followCopy(
  join(root, '.chat-history'),
  { machine, clock: systemClock, log: silentLog },
  defaultCopies,
).then((report) => console.log(JSON.stringify({ ...report, operations })));
