// Puts the temporary folders of tests into memory, where the system has a disk there with enough room: what is not about
// the disk need not wait for it. With TESTS_ON_DISK they stay where the system has them.
const { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } = require('node:fs');

const memoryDisk = '/dev/shm';
/** Far more than any run leaves there at a time. Bytes. */
const enough = 2 * 1024 ** 3;

function hasRoom() {
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    return bavail * bsize >= enough;
  } catch {
    return false; // there is none
  }
}

if (process.env.TMPDIR === undefined && process.env.TESTS_ON_DISK === undefined && hasRoom()) {
  const folder = mkdtempSync(`${memoryDisk}/history-tests-`);
  chmodSync(folder, 0o711); // tests try programs of another user, who has to get through
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
