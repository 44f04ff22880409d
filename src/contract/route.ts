import type { z } from 'zod/mini'

import type { Permission } from '../core/catalog/permissions.ts'

/** Who may call: anyone, anyone signed in, or members whose role has the permission. */
export type Access = 'public' | 'signed-in' | Permission

/** The part of a call that client and server read. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** A route without it does not compile, so no route is public by mistake. */
  readonly access: Access
  readonly response: z.ZodMiniType | null
  /** The server's answer for a success. */
  readonly status: 200 | 201 | 202 | 204 | 302
  /** The client accepts only this status (organization create, update, delete); otherwise any 2xx. */
  readonly exactStatus?: true
  /** The answer is a stream of server-sent events, not JSON. */
  readonly events?: true
  /** The call's entry in `requests/`, only for the compiler: it does not exist at run time. */
  readonly requestShape?: RouteRequest
}

/** A row, with all its literals. */
export const call = <
  const Method extends Route['method'],
  const Path extends Route['path'],
  const Whose extends Access,
  const Status extends Route['status'],
  Response extends Route['response'],
>(
  method: Method,
  path: Path,
  access: Whose,
  status: Status,
  response: Response,
) => ({ method, path, access, status, response })

/** A row whose path is within an organization. */
export const inOrganization = <
  const Method extends Route['method'],
  const Path extends '' | `/${string}`,
  const Whose extends Access,
  const Status extends Route['status'],
  Response extends Route['response'],
>(
  method: Method,
  path: Path,
  access: Whose,
  status: Status,
  response: Response,
) => call(method, `/v1/organizations/:orgId${path}` as const, access, status, response)

/** The part that only the server and the published description of the API read. The client does not load it. */
export interface RouteRequest {
  /** One sentence for the published API description. */
  readonly summary: string
  /**
   * How often it may be called if it is expensive (it sends mail, or connects to outside systems) or could be used
   * to guess: counted for the account of the organization, over all its organizations and all processes, or for the caller's address if no
   * organization is named.
   */
  readonly limit?: { readonly calls: number; readonly seconds: number }
  /** The most bytes of its body; absent: 1 MB. */
  readonly largest?: number
  /** A call of whoever is signed in that keys of service members may make, too. */
  readonly service?: true
  /**
   * A key that is limited to flows may make this call though its path names no flow and no run: the query names one, or the answer leaves the other
   * flows out. `never`: it may not, though the path names one, because the call changes values. Absent: it may if the path names one.
   */
  readonly withinFlows?: 'named-in-query' | 'filtered' | 'never'
  /** A public call that proves by a signature who sent it. */
  readonly signed?: true
  /** The Idempotency-Key stays with the run that the call makes, for as long as the run; absent: with the answer, for 24 hours. */
  readonly keyOfRun?: true
  /** It changes nothing, and its answer has values of rows, which are kept nowhere: it takes no Idempotency-Key. */
  readonly keepsNoAnswer?: true
  /** An update: the name of the call that reads what it changes, whose ETag it takes as If-Match, and fields there that change by themselves. */
  readonly readBy?: { readonly call: string; readonly except?: readonly string[] }
  /** An update that takes the field `version` of what it changes as If-Match. */
  readonly versioned?: true
  readonly query?: z.ZodMiniType
  /** Its body. */
  readonly request?: z.ZodMiniType
}

/** The body that a call takes, as a schema. */
export type RequestSchemaOf<R extends Route> =
  NonNullable<R['requestShape']> extends { readonly request: infer Schema } ? Schema : null

/** What a call answers. */
export type AnswerOf<R extends Route> = R['response'] extends z.ZodMiniType ? z.output<R['response']> : undefined

/** Each row of an area with the type of its entry. It refuses a row without an entry, and entry fields in a row. */
type Rows<Names extends PropertyKey, Requests> = {
  readonly [Name in Names]: Name extends keyof Requests
    ? { readonly requestShape?: Requests[Name] } & { readonly [Key in keyof RouteRequest]?: never }
    : never
}

/**
 * Keeps every literal, so that a client can get its types from the rows and a server can be checked against them. A row without
 * an entry in `requests/`, or an entry without a row, does not compile.
 */
export const routes =
  <Requests extends Readonly<Record<string, RouteRequest>>>() =>
  <const Area extends { readonly [Name in keyof Requests]: Route }>(
    rows: Area & Rows<keyof Area, Requests>,
  ): Area & Rows<keyof Area, Requests> =>
    rows
