import { z } from 'zod/mini'

import type { Operation } from '../../../contract/requests/operations.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import { unknownCursor } from '../../domain/request-error.ts'
import { checkValues } from './check-values.ts'

/** What every call takes that answers with a list alone: at most so many of its objects, and those behind an earlier part. */
export const LIST_QUERY = z.strictObject({
  limit: z.optional(
    z
      .string()
      .check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, inEnglish(sentence`“limit” must be a whole number from 1 to 500`))),
  ),
  cursor: z.optional(z.string().check(z.maxLength(4_000))),
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

const listQueryOf = ({ url }: Request): ListQuery => {
  const [list] = splitListQuery(Object.fromEntries(new URL(url).searchParams))
  return list
}

/** Whether a call wants a list as a whole. */
export const wantsAll = (request: Request): boolean => Object.keys(listQueryOf(request)).length === 0

/**
 * The wanted part of a list, whose objects are passed on in their order: none of the others is kept. It begins behind the object that was last, or at
 * the one that followed, if that comes first because the last one is gone: whoever deletes what was read misses nothing.
 */
export class ListPart<Entry = unknown> {
  readonly #request: Request
  readonly #limit: number
  readonly #after: readonly unknown[] | undefined
  readonly #entries: Entry[] = []
  #hasBegun: boolean
  #isEmpty = true
  #following: string | undefined

  /** @throws RequestError for a cursor of another form */
  constructor(request: Request) {
    const { limit, cursor } = listQueryOf(request)
    this.#request = request
    this.#limit = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
    this.#after = cursor === undefined ? undefined : namesIn(cursor)
    this.#hasBegun = cursor === undefined
  }

  /** @returns whether the object is one of the wanted ones */
  take(entry: Entry): boolean {
    this.#isEmpty = false
    const name = nameOf(entry)
    if (!this.#hasBegun) {
      this.#hasBegun = this.#after?.includes(name) === true
      if (!this.#hasBegun || name === this.#after?.[0]) return false
    }
    if (this.#entries.length < this.#limit) return this.#entries.push(entry) > 0
    this.#following ??= name
    return false
  }

  /** Its objects, and the address of the next part: RFC 8288, `Link: <…>; rel="next"`. @throws RequestError when nothing tells where it begins */
  read(): { readonly part: readonly Entry[]; readonly link?: string } {
    if (!this.#hasBegun && !this.#isEmpty) throw unknownCursor()
    if (this.#following === undefined) return { part: this.#entries }
    const { pathname, searchParams } = new URL(this.#request.url)
    searchParams.set('cursor', cursorOf(nameOf(this.#entries.at(-1)), this.#following))
    return { part: this.#entries, link: `<${pathname}?${searchParams}>; rel="next"` }
  }
}

/** The same of a list that is there as a whole. */
export function partOf(list: readonly unknown[], request: Request): ListPart {
  const part = new ListPart(request)
  for (const entry of list) part.take(entry)
  return part
}

/** Of an object within its list. */
function nameOf(listed: unknown): string {
  const { id, uid, entity, of } = listed as Readonly<Record<string, unknown>>
  return String(id ?? uid ?? entity ?? of ?? '')
}

const cursorOf = (...names: readonly [last: string, next: string]): string =>
  Buffer.from(JSON.stringify(names)).toString('base64url')

function namesIn(cursor: string): readonly unknown[] {
  try {
    const names: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(names) && names.length === 2) return names
  } catch {
    // It has another form.
  }
  throw unknownCursor()
}
