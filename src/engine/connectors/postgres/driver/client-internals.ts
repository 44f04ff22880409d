import type { Socket } from 'node:net'
import type pg from 'pg'

/** Fields of the driver's client that its types do not include. */
export interface Internals {
  readonly connection: NodeJS.EventEmitter & { attachListeners(stream: Pick<Socket, 'on'>): void }
  readonly processID: number
  readonly secretKey: number
}

export const internalsOf = (client: pg.Client) => client as unknown as Internals
