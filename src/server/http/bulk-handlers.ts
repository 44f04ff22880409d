import { setTimeout as sleep } from 'node:timers/promises'
import { type ProblemBody, problemBody } from '../../contract/problem.ts'
import { OPERATIONS, type Operation } from '../../contract/requests/operations.ts'
import type { BulkCallName } from '../../core/catalog/bulk-calls.ts'
import type { Log } from '../host/log.ts'
import type { Handlers } from './handler.ts'
import { problemResponse } from './problem.ts'

/** One call from its token to its answer. @throws any error of the call */
export type Answer = (
  row: Operation,
  request: Request,
  given: Record<string, string>,
  address: string,
) => Promise<Response>

/** How many of the calls are made at the same time: fast for users, light for the systems. */
const AT_ONCE = 3

interface Deps {
  readonly answer: Answer
  readonly log: Log
  /** Is told of each call that it makes for another one. */
  readonly onCall: (made: Request, of: Request) => void
}

/**
 * Makes one call for each of many objects: each is authorized, limited and recorded like a call of its own. It goes on when the caller has gone,
 * because no call has the signal of the caller's connection.
 */
export const bulkHandlers = ({ answer, log, onCall }: Deps): Pick<Handlers, 'performBulk'> => ({
  performBulk: async ({ params, body, request, address }) => {
    const one = async (call: BulkCallName, id: string, sent: unknown) => {
      const row = rowOf(call)
      const made = callOf(row, request, sent)
      onCall(made, request)
      const given = { ...params, [row.path.match(LAST_PARAMETER)?.[1] ?? '']: id }
      const response = await answer(row, made, given, address).catch((error: unknown) =>
        problemResponse(error, log, { call }),
      )
      return { response, call, id, status: response.status }
    }
    const inTurn = async (call: BulkCallName, id: string, sent: unknown) => {
      for (;;) {
        const { response, ...outcome } = await one(call, id, sent)
        if (response.ok) return outcome
        const wait = Number(response.headers.get('retry-after'))
        // A limit of calls in a minute makes the others wait; the caller asked for all of them.
        if (response.status === 429 && wait > 0) await sleep(wait * 1_000)
        else return { ...outcome, error: await problemOf(response) }
      }
    }
    const outcomes: Awaited<ReturnType<typeof inTurn>>[] = []
    for (const { call, ids, body: sent } of body.calls) {
      const queue = [...new Set(ids)]
      const work = async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) outcomes.push(await inTurn(call, id, sent))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    }
    return { outcomes }
  },
})

const LAST_PARAMETER = /:(\w+)(?!.*:)/

function rowOf(call: BulkCallName): Operation {
  const row = OPERATIONS.find(({ name }) => name === call)
  if (!row) throw new Error(`the contract has no call ${call}`)
  return row
}

/** The headers that say who calls; conditions and keys of the call around it are not those of each. */
const CALLER = ['authorization', 'traceparent'] as const

function callOf({ method }: Operation, { url, headers }: Request, body: unknown): Request {
  const kept = CALLER.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const sent = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }
  return new Request(new URL(url).origin, {
    method,
    headers: Object.fromEntries([...kept, ['content-type', 'application/json']]),
    ...sent,
  })
}

const problemOf = async (response: Response): Promise<ProblemBody> => problemBody.parse(await response.json())
