import { join } from 'node:path';
import { projectsState, type Machine } from '../disk/base/stateFolder.ts';
import { writeAtomic } from '../disk/files/atomic.ts';
import { makeFolder, makeOutermost } from '../disk/files/folders.ts';
import { withLock } from '../disk/files/lock.ts';
import { hubsState } from './hubFiles.ts';
import type { HubAddress } from './hubUrl.ts';

/** Saves a server's trusted certificate among the person's own files and returns the address that uses it. */
export async function trustCertificate(
  machine: Machine,
  address: HubAddress,
  pem: string,
): Promise<HubAddress> {
  const name = `${address.host.replaceAll(/[^\w.-]/g, '_')}-${String(address.port)}.pem`;
  const file = join(hubsState(machine), name);
  await makeOutermost(projectsState(machine));
  await makeFolder(hubsState(machine));
  await withLock(join(hubsState(machine), '.lock'), (lease) => writeAtomic(file, pem, lease));
  return { ...address, security: 'signed', rootCertificate: file };
}
