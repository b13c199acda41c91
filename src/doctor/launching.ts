import { existsSync } from 'node:fs';
import { keepLauncher } from '../connect/launcher.ts';
import { StoreError } from '../store/base/core.ts';
import type { Patient } from './types.ts';

/** Makes the launcher that agents start know the version that runs. Throws `not_found` where that is nowhere on the disk. */
export function launching({ version, cli, machine }: Patient): void {
  if (!existsSync(cli)) throw new StoreError('not_found', `${cli} is not there. Install this version again.`);
  keepLauncher({ version, cli, runtime: process.execPath }, machine);
}
