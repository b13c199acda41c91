import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** An exact version of an npm package with the checksum the registry must deliver. */
export interface PinnedPackage {
  readonly spec: string;
  readonly integrity: string;
}

/** Unpacks members of a package (all without `members`) into a new folder, running none of its scripts. */
export function unpackNpmPackage(pin: PinnedPackage, into: string, members: readonly string[] = []): void {
  mkdirSync(into, { recursive: true });
  const archive = join(into, run('npm', ['pack', pin.spec, '--silent'], into).trim());
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (integrity !== pin.integrity)
    throw new Error(
      `The registry delivered ${pin.spec} with integrity ${integrity} instead of ${pin.integrity}.`,
    );
  run('tar', ['xzf', archive, '-C', into, '--strip-components=1', ...members], into);
  rmSync(archive);
}

/** Runs a program to its end and gives what it prints; its complaints reach the terminal. */
export function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
}
