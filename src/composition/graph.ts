import type { Announce } from '../core/notices/announce.ts'
import type { Services } from '../ui/services/services.tsx'
import type { Ports } from './ports.ts'

/** All that a container holds, by name: what environments bring, what core makes of it, and what wraps the latter. */
export interface Graph extends Ports, Services {
  readonly announce: Announce
}

export type Name = keyof Graph
