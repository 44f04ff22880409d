import type { z } from 'zod/mini'

import type { Route } from '../../contract/route.ts'

/** An unusable entry of a list, by its name, and its problem. */
export interface SkippedPart {
  readonly entry: string
  readonly problem: string
}

type ParsedAnswer =
  | { readonly data: unknown; readonly skipped: readonly SkippedPart[]; readonly error?: undefined }
  | { readonly data?: undefined; readonly skipped?: undefined; readonly error: z.core.$ZodError }

/** The list fields of an answer; an answer may also be a list itself. */
const LISTS = ['entities', 'runs', 'lines', 'events', 'channels', 'deliveries']
/** Objects that are sent back whole when they are saved: a dropped part would be lost. */
const WHOLE = ['config']
/** Each round removes something, so that no answer needs many. */
const MAX_PASSES = 20

type Key = PropertyKey
type Issue = z.core.$ZodIssue

/**
 * An answer in the form of its row. Another server may return a field in an unknown form: then it counts as
 * absent. If a required field of an entry is missing, the list is returned without that entry.
 */
export function parseAnswer({ response }: Route, answer: unknown): ParsedAnswer {
  if (!response) return { data: undefined, skipped: [] }
  const first = response.safeParse(answer)
  if (first.success) return { data: first.data, skipped: [] }

  const skipped: SkippedPart[] = []
  let entries = listIn(answer)
  let copy: unknown = structuredClone(answer)
  let { issues } = first.error
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const bad = new Map<Key, Issue>()
    // Resolved before anything is removed, because two issues may have the same cause.
    const culprits = issues.map((issue) => ({ issue, ...culprit(copy, issue.path) }))
    for (const { issue, index, field } of culprits) {
      if (field) delete field.of[field.name]
      else if (index === undefined) return { error: first.error }
      else bad.set(index, issue)
    }
    const known = entries
    for (const [index, issue] of bad)
      skipped.push({ entry: nameOf(known[Number(index)], answer), problem: describeIssue(issue) })
    entries = known.filter((_, index) => !bad.has(index))
    // A list without any readable entry is not an empty list.
    if (bad.size > 0 && entries.length === 0) return { error: first.error }
    copy = withoutEntries(copy, bad)
    const next = response.safeParse(copy)
    if (next.success) return { data: next.data, skipped }
    issues = next.error.issues
  }
  return { error: first.error }
}

/** The part to remove for an issue: the innermost existing field, otherwise the entry of its list. */
function culprit(answer: unknown, path: readonly Key[]) {
  const depth = Array.isArray(answer) ? 1 : isListField(answer, path[0]) ? 2 : 0
  const index = depth > 0 ? path[depth - 1] : undefined
  for (let length = path.length; length > depth; length--) {
    if (length < path.length && path.slice(depth, length).some((key) => WHOLE.includes(String(key)))) break
    const of = path.slice(0, length - 1).reduce<unknown>(partOf, answer)
    const name = String(path[length - 1])
    if (isRecord(of) && of[name] !== undefined) return { index, field: { of, name } }
  }
  return { index }
}

const partOf = (part: unknown, key: Key): unknown => (part as Record<Key, unknown> | null | undefined)?.[key]

const isListField = (answer: unknown, field: Key | undefined): boolean =>
  isRecord(answer) && LISTS.includes(String(field)) && Array.isArray(answer[String(field)])

const listField = (answer: unknown): string | undefined => LISTS.find((field) => isListField(answer, field))

function listIn(answer: unknown): readonly unknown[] {
  const list = Array.isArray(answer) ? answer : partOf(answer, listField(answer) ?? '')
  return Array.isArray(list) ? list : []
}

function withoutEntries(answer: unknown, bad: ReadonlyMap<Key, Issue>): unknown {
  if (bad.size === 0) return answer
  const good = listIn(answer).filter((_, index) => !bad.has(index))
  return Array.isArray(answer) ? good : { ...(answer as object), [listField(answer) ?? '']: good }
}

/** The identification of an entry for people: its name, otherwise its id, otherwise its position. */
function nameOf(entry: unknown, answer: unknown): string {
  const { name, id } = isRecord(entry) ? entry : {}
  return String(name ?? id ?? `#${listIn(answer).indexOf(entry) + 1}`)
}

const describeIssue = ({ path, code, ...issue }: Issue): string =>
  `${path.map(String).join('.')}: ${'expected' in issue ? `expected ${issue.expected}` : code}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
