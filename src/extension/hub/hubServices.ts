import type { Services } from '../base/commands.ts';
import type { HubKeeping } from './hubKeeping.ts';
import type { Hubs } from './hubs.ts';

/** What the commands of hubs work with. */
export interface HubServices extends Services {
  readonly hubs: Hubs;
  readonly hubKeeping: HubKeeping;
}
