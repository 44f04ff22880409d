import type { z } from 'zod/mini'

import type { Route } from '../../contract/route.ts'

type Fitted =
  | { readonly data: unknown; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: z.core.$ZodError }

/**
 * An answer in the shape of its row. Another server may tell an optional field in a shape that we do not know: then it
 * counts as absent, and does no harm to the rest.
 */
export function fitted({ response }: Route, answer: unknown): Fitted {
  if (!response) return { data: undefined }
  const first = response.safeParse(answer)
  if (first.success) return { data: first.data }
  const second = response.safeParse(without(answer, first.error.issues))
  return second.success ? { data: second.data } : { error: first.error }
}

function without(answer: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(answer)
  for (const { path } of issues) {
    const parent = path.slice(0, -1).reduce<unknown>((part, key) => (part as Parent | undefined)?.[key as string], copy)
    const last = path.at(-1)
    if (last !== undefined && typeof parent === 'object' && parent !== null && !Array.isArray(parent)) {
      delete (parent as Parent)[last as string]
    }
  }
  return copy
}

type Parent = Record<string, unknown>
