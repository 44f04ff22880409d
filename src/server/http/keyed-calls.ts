import type { Operation } from '../../contract/requests/operations.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import type { Principal } from '../domain/people/principal.ts'
import { answerOnce, type KeyedCall, type RepeatDeps, wasDone } from '../domain/repeats/answer-once.ts'
import { invalid } from '../domain/request-error.ts'
import { problemResponse } from './problem.ts'

const HEADER = 'Idempotency-Key'

/** Printable characters of ASCII: what every client can send. */
const FORM = /^[\x20-\x7e]{1,255}$/

/** An answer of an earlier call with the same key. */
export const REPEATED = { 'idempotency-replayed': 'true' }

/** Whether the server keeps the answer of this call for a repeat with the same key. */
export const takesKey = ({ method, access, keyOfRun, keepsNoAnswer }: Operation): boolean =>
  method !== 'GET' && access !== 'public' && !keyOfRun && !keepsNoAnswer

/** Calls with an Idempotency-Key: each is done once. */
export function makeKeyedCalls(deps: RepeatDeps) {
  return {
    /** The key of a call, if it has one. @throws RequestError when it has another form */
    read(
      row: Operation,
      principal: Principal | undefined,
      params: Readonly<Record<string, string>>,
      request: Request,
    ): KeyedCall | undefined {
      const key = takesKey(row) ? request.headers.get(HEADER) : null
      if (key === null || !principal) return undefined
      if (!FORM.test(key))
        throw invalid(sentence`Idempotency-Key must be 1 to 255 printable characters of ASCII`, HEADER)
      return {
        uid: principal.uid,
        // Whoever is only signed in may name an organization that does not exist.
        organizationId: row.access === 'signed-in' ? undefined : params['orgId'],
        key,
        asked: JSON.stringify([row.method, row.path, params, new URL(request.url).search]),
      }
    },

    wasDone: (call: KeyedCall): Promise<boolean> => wasDone(deps, { ...call, asked: withBody(call.asked, undefined) }),

    repeated: (): Response => new Response(null, { status: 204, headers: REPEATED }),

    async answer(call: KeyedCall, body: unknown, handle: () => Promise<Response>): Promise<Response> {
      let first: Response | undefined
      const given = await answerOnce(deps, { ...call, asked: withBody(call.asked, body) }, async () => {
        first = await handle().catch((error: unknown) => problemResponse(error, deps.log, { call: call.asked }))
        return { status: first.status, body: first.body && (await first.clone().text()) }
      })
      const type = given.body !== null && { 'content-type': 'application/json' }
      return first ?? new Response(given.body, { status: given.status, headers: { ...type, ...REPEATED } })
    },
  }
}

const withBody = (asked: string, body: unknown): string => `${asked} ${JSON.stringify(body)}`
