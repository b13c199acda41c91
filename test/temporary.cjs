// Puts the temporary folders of tests into memory, where the system has a disk there with enough room: what is not about
// the disk need not wait for it. With TESTS_ON_DISK they stay where the system has them.
const fs = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const memoryDisk = '/dev/shm';
/** Far more than any run leaves there at a time. Bytes. */
const enough = 2 * 1024 ** 3;

function hasRoom() {
  try {
    fs.accessSync(memoryDisk, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(memoryDisk);
    return bavail * bsize >= enough;
  } catch {
    return false; // there is none
  }
}

/** Lets processes with another folder for temporary files find there what tsx has compiled, as it looks for it there. */
function linkCompiled(folder) {
  const name = `tsx-${process.geteuid()}`;
  const compiled = join(tmpdir(), name);
  fs.mkdirSync(compiled, { recursive: true });
  fs.symlinkSync(compiled, join(folder, name));
}

const prefix = 'history-tests-';

/** Removes the folders of runs that were killed: hundreds of them have kept the editor from opening a workspace. */
function sweep() {
  for (const name of fs.readdirSync(memoryDisk)) {
    const [, pid] = name.startsWith(prefix) ? (/^(\d+)-/.exec(name.slice(prefix.length)) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid)))
      fs.rmSync(join(memoryDisk, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.env.TMPDIR === undefined && process.env.TESTS_ON_DISK === undefined && hasRoom()) {
  sweep();
  const folder = fs.mkdtempSync(`${memoryDisk}/${prefix}${process.pid}-`);
  fs.chmodSync(folder, 0o711); // tests try programs of another user, who has to get through
  linkCompiled(folder);
  process.env.TMPDIR = folder;
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
}
