import fs from 'node:fs';

/** Waits until the disk has what lies behind a descriptor. */
export const synced = (descriptor: number): Promise<void> =>
  new Promise((done, failed) => fs.fsync(descriptor, (error) => (error ? failed(error) : done())));
