import type { z } from 'zod/mini'

import type { Route } from '../../contract/route.ts'
import type { ROUTES, RouteName } from '../../contract/routes.ts'
import type { Member } from '../domain/members/member.ts'
import type { Principal } from '../domain/people/principal.ts'
import type { ListPart } from './requests/list-pages.ts'
import type { TaskCallName } from './task-call.ts'
import type { WrittenJson } from './wire/write-list.ts'

type Asked<R extends Route> = NonNullable<R['requestShape']>
type Parsed<Schema, Otherwise> = Schema extends z.ZodMiniType ? z.output<Schema> : Otherwise

/** A loose response without its index signature: the fields that a handler must return. */
type Spelled<T> = T extends readonly (infer Item)[]
  ? readonly Spelled<Item>[]
  : T extends object
    ? { [K in keyof T as string extends K ? never : K]: Spelled<T[K]> }
    : T
export type Answer<R extends Route> = R['response'] extends z.ZodMiniType ? Spelled<z.input<R['response']>> : undefined

/** An authenticated, authorized and validated call; `principal` and `member` are present if the row requires them. */
export interface Call<R extends Route = Route> {
  readonly principal: R['access'] extends 'public' ? undefined : Principal
  readonly member: R['access'] extends 'public' | 'signed-in' ? undefined : Member
  readonly params: Readonly<Record<string, string>>
  readonly query: Parsed<Asked<R>['query'], Record<string, never>>
  readonly body: Parsed<Asked<R>['request'], undefined>
  readonly request: Request
  /** Of the caller, as far as known. */
  readonly address: string
}

/** Returns the row's response; as a `Response` if it is not JSON or has its own headers; of a long list its bytes, or the wanted part. */
export type Handler<R extends Route> = (
  call: Call<R>,
) => Promise<R['response'] extends null ? Response | undefined : Answer<R> | Response | WrittenJson | ListPart>

/** One function per row of the contract whose work is done here: a missing one does not compile. */
export type Handlers = { readonly [Name in Exclude<RouteName, TaskCallName>]: Handler<(typeof ROUTES)[Name]> }
