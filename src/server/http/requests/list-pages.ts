import { z } from 'zod/mini'

import type { Operation } from '../../../contract/requests/operations.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'
import { checkValues } from './check-values.ts'

/** What every call takes that answers with a list alone: at most so many of its objects, and those behind an earlier part. */
export const LIST_QUERY = z.strictObject({
  limit: z.optional(
    z
      .string()
      .check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, inEnglish(sentence`“limit” must be a whole number from 1 to 500`))),
  ),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})

export type ListQuery = z.output<typeof LIST_QUERY>

/** Answers with other forms have a cursor of their own. */
export const isList = ({ method, response }: Pick<Operation, 'method' | 'response'>): boolean =>
  method === 'GET' && response?._zod.def.type === 'array'

/** The part of the query that chooses objects of a list, and the other one. @throws RequestError invalid */
export function splitListQuery({
  limit,
  cursor,
  ...own
}: Readonly<Record<string, string>>): [ListQuery, Readonly<Record<string, string>>] {
  return [checkValues(LIST_QUERY, defined({ limit, cursor })) as ListQuery, own]
}

/** Whether a call wants a list as a whole. */
export function wantsAll({ url }: Request): boolean {
  const { searchParams } = new URL(url)
  return !searchParams.has('limit') && !searchParams.has('cursor')
}

/** The wanted part of a list, and the address of the next one: RFC 8288, `Link: <…>; rel="next"`. @throws RequestError invalid */
export function partOf(
  list: readonly unknown[],
  { limit, cursor }: ListQuery,
  request: Request,
): { readonly part: readonly unknown[]; readonly link?: string } {
  const from = cursor === undefined ? 0 : placeAfter(list, cursor)
  const to = limit === undefined ? list.length : from + Number(limit)
  const part = list.slice(from, to)
  if (to >= list.length) return { part }
  const { pathname, searchParams } = new URL(request.url)
  searchParams.set('cursor', cursorOf(to, nameOf(list[to - 1])))
  return { part, link: `<${pathname}?${searchParams}>; rel="next"` }
}

/** Of an object within its list. */
function nameOf(listed: unknown): string {
  const { id, uid, entity, of } = listed as Readonly<Record<string, unknown>>
  return String(id ?? uid ?? entity ?? of ?? '')
}

const cursorOf = (place: number, name: string): string => Buffer.from(`${place} ${name}`).toString('base64url')

/** Behind the object that was last, wherever it is now; or where it was, if it is gone. */
function placeAfter(list: readonly unknown[], cursor: string): number {
  const [, place, name] = /^(\d{1,9}) (.*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (place === undefined) throw unknownCursor()
  const at = list.findIndex((listed) => nameOf(listed) === name)
  return at >= 0 ? at + 1 : Number(place) - 1
}

const unknownCursor = () =>
  new RequestError('invalid', 'INVALID', sentence`This is no cursor of this list. Begin without one.`, {
    field: 'cursor',
  })
