import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreError, errorMessage } from '../../disk/base/core.ts';
import { tokenState, type Machine } from '../../disk/base/stateFolder.ts';
import { placeNew } from '../../disk/files/placeNew.ts';

/** A generated token and its file. */
export interface StoredToken {
  readonly token: string;
  readonly file: string;
}

/**
 * Returns the generated token for HTTP, created at the first start in a file readable only by this user, so that
 * clients keep working and no log contains it. Throws a `StoreError` where it cannot be stored or others can read it.
 */
export async function storedToken(machine: Machine): Promise<StoredToken> {
  const file = tokenFile(machine);
  try {
    const token = readToken(file, machine) ?? (await makeToken(file, machine));
    return { token, file };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = errorMessage(error);
    throw refuse(`The token cannot be kept in ${file}: ${reason}.`);
  }
}

/** In the state folder, unless an older server created it elsewhere. */
function tokenFile(machine: Machine): string {
  const file = tokenState(machine);
  const older = tokenState({ ...machine, env: { XDG_STATE_HOME: join(machine.home, '.local', 'state') } });
  return !fs.existsSync(file) && fs.existsSync(older) ? older : file;
}

async function makeToken(file: string, machine: Machine): Promise<string> {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  fs.writeFileSync(temporary, `${randomBytes(24).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  if (!(await placeNew(temporary, file, () => undefined))) fs.rmSync(temporary, { force: true });
  return readToken(file, machine) ?? fail(`${file} is gone again.`);
}

/** Undefined where there is no file. */
function readToken(file: string, { platform }: Machine): string | undefined {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) fail(`${file} is not a file. Remove it.`);
  if (platform !== 'win32' && (stat.mode & 0o077) !== 0)
    fail(`Other users may read the token in ${file}. Delete the file, so that a new token is made.`);
  const token = fs.readFileSync(file, 'utf8').trim();
  return /^[\w-]{32,}$/.test(token) ? token : fail(`${file} holds no token. Delete it, so that one is made.`);
}

function fail(problem: string): never {
  throw refuse(problem);
}

const refuse = (problem: string): StoreError =>
  new StoreError('invalid_argument', `${problem} Or set MCP_SERVER_TOKEN to a token of your own.`);
