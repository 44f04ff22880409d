import { Hono } from 'hono'

import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { makeContractHandlers } from './contract-handlers.ts'
import { Problem } from './contract-problem.ts'

/**
 * The contract come alive in memory: every row is answered, every request checked strictly against its row, and every
 * answer too, so that an adapter is tested against the wire and not against somebody's idea of it.
 */
export function makeContractApi() {
  const handlers = makeContractHandlers()
  const app = new Hono()
  // Static paths before those with parameters: Hono takes the first that fits.
  const rows = OPERATIONS.toSorted((a, b) => parameters(a) - parameters(b))

  for (const row of rows) {
    app.on(row.method, row.path, async ({ req }) => {
      if (row.access !== 'public' && !/^Bearer .+/.test(req.header('authorization') ?? ''))
        return problem(401, 'SIGN_IN')
      try {
        const text = await req.text()
        const asked = {
          params: req.param() as Record<string, string>,
          query: (row.query?.parse(req.query()) ?? {}) as Record<string, string>,
          body: row.request ? row.request.parse(JSON.parse(text)) : requireEmpty(text),
          headers: req.raw.headers,
        }
        const answer = await handlers[row.name](asked)
        if (answer instanceof Response) return answer
        const body = row.response ? JSON.stringify(row.response.parse(answer)) : null
        return new Response(body, { status: row.status, headers: { 'content-type': 'application/json' } })
      } catch (error) {
        if (error instanceof Problem) return problem(error.status, error.code, error.message, error.details)
        return problem(422, 'INVALID', String(error))
      }
    })
  }

  const fetch: typeof globalThis.fetch = async (input, init) => app.request(input as string, init)
  return { fetch, seed: handlers.seed }
}

const parameters = ({ path }: Operation) => path.split(':').length

const requireEmpty = (text: string) => {
  if (text !== '') throw new Problem(400, 'BODY', `this call has no body, and got ${text}`)
}

const problem = (status: number, code: string, message: string = code, details?: object) =>
  Response.json({ message, code, ...(details && { details }) }, { status })
