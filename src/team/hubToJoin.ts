import type { HubToJoin, ProjectsOfPerson } from './clientTypes.ts';
import { connectHub } from './connection.ts';
import { shownHub, type HubAddress } from './hubUrl.ts';
import { ofSameOrigin, prepareHub, originOf } from './joinHub.ts';
import { addProject, hubProjects, joinProject, type HubProject } from './members.ts';
import type { HubAccess, HubConnection } from './types.ts';

/** Connects, and creates or updates the schema as far as this role may. */
export async function connectToJoin(address: HubAddress): Promise<HubToJoin> {
  const connection = await connectHub(address);
  try {
    return new JoinableHub(address, await prepareHub(connection), connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

class JoinableHub implements HubToJoin {
  readonly address: HubAddress;
  readonly migrations: number;
  readonly #connection: HubConnection;

  constructor(address: HubAddress, migrations: number, connection: HubConnection) {
    this.address = address;
    this.migrations = migrations;
    this.#connection = connection;
  }

  async projects(folder: string): Promise<ProjectsOfPerson> {
    const origin = await originOf(folder);
    const all = await hubProjects(this.#connection);
    return { all, same: ofSameOrigin(all, origin), origin };
  }

  add(project: HubProject): Promise<HubAccess> {
    return addProject(this.#connection, project);
  }

  join(project: string): Promise<HubAccess> {
    return joinProject(this.#connection, project);
  }

  get shown(): string {
    return shownHub(this.address);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
