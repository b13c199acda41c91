import { join } from 'node:path';
import type { Machine } from '../base/stateFolder.ts';
import { projectsState } from '../base/stateFolder.ts';
import { writeAtomic } from '../files/atomic.ts';
import { makeFolder, makeOutermost } from '../files/folders.ts';
import { withLock } from '../files/lock.ts';
import { hubsState } from './hubPlace.ts';
import type { HubAddress } from './hubUrl.ts';

/** Keeps the certificate of a server that a person trusts, among the person's own files, and gives the address that holds to it. */
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
