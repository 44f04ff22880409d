import { z } from 'zod/mini'
import type { Route } from '../../contract/route.ts'
import { sentence } from '../../contract/sentence.ts'
import type { Failure } from '../../core/failure.ts'
import { withoutAbsent } from './without-absent.ts'

/** Every part may be missing, or have an unknown form, because other servers are supported too. */
const explanation = z.looseObject({
  message: z.catch(z.optional(z.string()), undefined),
  sentence,
  code: z.catch(z.optional(z.string()), undefined),
  details: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
})

/** The meaning of an answer that is not the row's success. */
export async function failureOf(route: Route, response: Response): Promise<Failure> {
  const { status, statusText } = response
  const body = explanation.safeParse(await response.json().catch(() => undefined))
  const { message: serverMessage, sentence: serverSentence, code, details } = body.data ?? {}
  if (status === 404 || status === 501) {
    // The calls of all areas, of which a page has few.
    const { isNotOffered } = await import('./is-not-offered.ts')
    if (isNotOffered(route, status, code)) return { kind: 'not-offered' }
  }
  const failure = { kind: 'http', status, statusText } as const
  const told = withoutAbsent({ serverMessage, serverSentence, code, details })
  if (status !== 422 || !details) return { ...failure, ...told }
  const { refusalIn } = await import('./refusal-in.ts')
  return { ...failure, ...told, refusal: refusalIn(details) }
}
