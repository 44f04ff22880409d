import type { z } from 'zod/mini'

import type { Permission } from '../core/catalog/permissions.ts'

/** Who may call: anyone, anyone signed in, or members whose role has the permission. */
export type Access = 'public' | 'signed-in' | Permission

/** What the client and the server read of a call. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** A route without it does not build: nothing is reachable by having been forgotten. */
  readonly access: Access
  readonly response: z.ZodMiniType | null
  /** What the server answers when all is well. */
  readonly status: 200 | 201 | 202 | 204 | 302
  /** The client takes this very status and no other (organization create, update, delete); otherwise any 2xx will do. */
  readonly exactStatus?: true
  /** The answer is a stream of server-sent events, not JSON. */
  readonly events?: true
  /** The call's entry in `requests/`, for the compiler alone: nothing is there when the code runs. */
  readonly requestShape?: RouteRequest
}

/** What the server and the published description of the API read besides. The client does not load it. */
export interface RouteRequest {
  /** One sentence for the published API description. */
  readonly summary: string
  /**
   * How often it may be called where it costs more than others (it mails, or knocks at outside systems) or could be used
   * to guess: counted per organization, or per caller's address where no organization is named.
   */
  readonly limit?: { readonly calls: number; readonly seconds: number }
  readonly query?: z.ZodMiniType
  readonly request: z.ZodMiniType | null
}

/** Each row of an area with the type of its entry. It refuses a row without one, and in a row what belongs into the entry. */
type Rows<Names extends PropertyKey, Requests> = {
  readonly [Name in Names]: Name extends keyof Requests
    ? { readonly requestShape?: Requests[Name] } & { readonly [Key in keyof RouteRequest]?: never }
    : never
}

/**
 * Keeps every literal, so that a client can be typed from the rows and a server can be checked against them. A row without
 * an entry in `requests/`, or an entry without a row, does not compile.
 */
export const routes =
  <Requests extends Readonly<Record<string, RouteRequest>>>() =>
  <const Area extends { readonly [Name in keyof Requests]: Route }>(
    rows: Area & Rows<keyof Area, Requests>,
  ): Area & Rows<keyof Area, Requests> =>
    rows
