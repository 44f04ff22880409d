import type { z } from 'zod/mini'

import type { Route } from '../../contract/route.ts'
import type { ROUTES, RouteName } from '../../contract/routes.ts'
import type { Member } from '../domain/members/member.ts'
import type { Principal } from '../identity/principal.ts'

type Asked<R extends Route> = NonNullable<R['requestShape']>
type Parsed<Schema, Otherwise> = Schema extends z.ZodMiniType ? z.output<Schema> : Otherwise

/** A loose response without its "and whatever else": what a handler must answer, spelled out. */
type Spelled<T> = T extends readonly (infer Item)[]
  ? readonly Spelled<Item>[]
  : T extends object
    ? { [K in keyof T as string extends K ? never : K]: Spelled<T[K]> }
    : T
type Answer<R extends Route> = R['response'] extends z.ZodMiniType ? Spelled<z.input<R['response']>> : undefined

/** A call after it was authenticated, authorized and validated; `principal` and `member` are there when the row asks for them. */
export interface Call<R extends Route = Route> {
  readonly principal: R['access'] extends 'public' ? undefined : Principal
  readonly member: R['access'] extends 'public' | 'signed-in' ? undefined : Member
  readonly params: Readonly<Record<string, string>>
  readonly query: Parsed<Asked<R>['query'], Record<string, never>>
  readonly body: Parsed<Asked<R>['request'], undefined>
  readonly request: Request
}

/** Answers with the row's response; as a `Response` where it is no JSON or carries headers of its own. */
export type Handler<R extends Route> = (
  call: Call<R>,
) => Promise<R['response'] extends null ? Response | undefined : Answer<R> | Response>

/** One function per row of the contract: one that is forgotten does not compile. */
export type Handlers = { readonly [Name in RouteName]: Handler<(typeof ROUTES)[Name]> }
