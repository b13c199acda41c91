import type { SecretStorage } from 'vscode';

/** Passwords of hubs, in the secret storage of the editor: each for one project and one address, which no other one gets. */
export class HubPasswords {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** `project` is the UUID on this machine, `hub` the address as `shownHub` gives it. */
  async of(project: string, hub: string): Promise<string | undefined> {
    return this.#secrets.get(key(project, hub));
  }

  /** Undefined forgets it. */
  async keep(project: string, hub: string, password: string | undefined): Promise<void> {
    await (password === undefined
      ? this.#secrets.delete(key(project, hub))
      : this.#secrets.store(key(project, hub), password));
  }
}

const key = (project: string, hub: string): string => `hub ${project} ${hub}`;
