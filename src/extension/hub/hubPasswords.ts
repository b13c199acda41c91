import type { SecretStorage } from 'vscode';

/** Passwords of hubs in the editor's secret storage, each for one project and one address only. */
export class HubPasswords {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** `project` is the UUID on this machine, `hub` the address as returned by `shownHub`. */
  async of(project: string, hub: string): Promise<string | undefined> {
    return this.#secrets.get(key(project, hub));
  }

  /** Undefined deletes the password. */
  async keep(project: string, hub: string, password: string | undefined): Promise<void> {
    await (password === undefined
      ? this.#secrets.delete(key(project, hub))
      : this.#secrets.store(key(project, hub), password));
  }
}

const key = (project: string, hub: string): string => `hub ${project} ${hub}`;
