import type { z } from 'zod/mini'

import type { Permission } from '../core/catalog/permissions.ts'

/** Who may call: anyone, anyone signed in, or members whose role has the permission. */
export type Access = 'public' | 'signed-in' | Permission

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** One sentence for the published API description. */
  readonly summary: string
  /** A route without it does not build: nothing is reachable by having been forgotten. */
  readonly access: Access
  /**
   * How often it may be called where it costs more than others (it mails, or knocks at outside systems) or could be used
   * to guess: counted per organization, or per caller's address where no organization is named.
   */
  readonly limit?: { readonly calls: number; readonly seconds: number }
  readonly query?: z.ZodMiniType
  readonly request: z.ZodMiniType | null
  readonly response: z.ZodMiniType | null
  /** What the server answers when all is well. */
  readonly status: 200 | 201 | 202 | 204 | 302
  /** The client takes this very status and no other (organization create, update, delete); otherwise any 2xx will do. */
  readonly exactStatus?: true
  /** The answer is a stream of server-sent events, not JSON. */
  readonly events?: true
}

/** Keeps every literal, so a client can be typed from the row and a server can be checked against it. */
export const route = <const R extends Route>(row: R): R => row
