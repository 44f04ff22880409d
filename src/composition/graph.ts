import type { Announce } from '../core/notices/announce.ts'
import type { Services } from '../core/services/services.ts'
import type { Ports } from './ports.ts'

/** All entries of a container, by name: the ports of the environment, the core services, and their wrappers. */
export interface Graph extends Ports, Services {
  readonly announce: Announce
}
