import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 3_000;

/** Waits until the extension hosts that a server has started for windows now closed have ended; then ends them. */
export async function endExtensionHosts(server: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let hosts = extensionHosts(server); hosts.length > 0; hosts = extensionHosts(server)) {
    if (performance.now() > end) for (const host of hosts) kill(host);
    await pause(25);
  }
}

function extensionHosts(server: number): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((pid) => isHost(pid, server));
}

function isHost(pid: number, parent: number): boolean {
  try {
    const ofParent = new RegExp(`\\) [^Z] ${parent} `).test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return ofParent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost');
  } catch {
    return false; // it has ended
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
