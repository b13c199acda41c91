import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { StoreError } from './core.ts';

/**
 * The home folder of the user: that of the environment, else that of the system. An empty or relative one is none.
 * Throws `invalid_argument` where there is none, as in a container with any user id.
 */
export function homeFolder(): string {
  const home = ofSystem(homedir);
  if (isAbsolute(home)) return home;
  const own = ofSystem(() => userInfo().homedir); // may ask a network, so only where it is needed
  if (isAbsolute(own)) return own;
  throw new StoreError(
    'invalid_argument',
    `This user has no home folder: set ${process.platform === 'win32' ? 'USERPROFILE' : 'HOME'} to the absolute path of a folder.`,
  );
}

/** What the system says; empty where it knows no such user. */
function ofSystem(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // ENOENT: neither the variable nor an entry of the user
  }
}
