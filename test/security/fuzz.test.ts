import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { ABSENT } from '../../src/contract/example-body.ts'
import { problemBody } from '../../src/contract/problem.ts'
import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { SEED, TRIES_ALL } from '../support/samples.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { type Children, inhabit, join } from './inhabited-organization.ts'
import { makeGuesses } from './make-guesses.ts'

const CALLS = TRIES_ALL ? 10_000 : 300
/** Nobody makes more calls than a person may. */
const PEOPLE = TRIES_ALL ? 100 : 10

/** They end what the others call, never end by themselves, or connect to addresses that are made up. */
const LEFT_OUT = ['deleteOrganization', 'deleteAccount', 'testUnsavedConnection']
const CALLED = OPERATIONS.filter(({ name, events }) => !(events || LEFT_OUT.includes(name)))

let api: Api
let organization: string
let children: Children
const seed = TRIES_ALL ? Date.now() : SEED
const guesses = makeGuesses(seed)

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  organization = await api.organizationOf('owner')
  children = await inhabit(api, organization)
  for (let person = 0; person < PEOPLE; person++) await join(api, organization, `owner-${person}`, ['owner'])
}, 120_000)
afterAll(() => api.stop())

/** The path of a call, mostly about things that are there; never about a thing that would be deleted, or asked of another system. */
function pathOf(row: Operation): string {
  const isSafe = row.method !== 'DELETE' && row.limit === undefined
  const path = row.path.replace(':orgId', organization).replace(/:(\w+)/g, (_, name: string) => {
    if (guesses.isOneIn(20)) return encodeURIComponent(String(guesses.hostile()).toWellFormed())
    return (isSafe && children[name]) || ABSENT
  })
  if (!row.query) return path
  const { properties = {} } = z.toJSONSchema(row.query as z.ZodType, { io: 'input', unrepresentable: 'any' })
  const query = new URLSearchParams()
  for (const [name, schema] of Object.entries(properties))
    if (guesses.isOneIn(2)) query.set(name, String(guesses.valueFor(schema as object)))
  return `${path}?${query}`
}

const bodyOf = ({ request }: Operation): string | undefined =>
  request
    ? JSON.stringify(guesses.valueFor(z.toJSONSchema(request as z.ZodType, { io: 'input', unrepresentable: 'any' })))
    : undefined

const inShort = ({
  issues,
}: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}) => issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ')

/** What is wrong with an answer, if anything is. */
function fault(row: Operation, status: number, body: unknown): string | undefined {
  // Without the keys of Google, its calls say that they are not offered.
  if (status >= 500 && status !== 501) return `answered ${status}`
  if (status >= 400) {
    const { error } = problemBody.safeParse(body)
    return error && `a refusal of another form: ${inShort(error)}`
  }
  if (status !== row.status) return `answered ${status} in place of ${row.status}`
  const { error } = row.response?.safeParse(body) ?? {}
  return error && `an answer of another form: ${inShort(error)}`
}

it(`answers ${CALLS} calls with made-up values as it is described, and none with an error of its own`, {
  timeout: 3_600_000,
}, async () => {
  const faults: string[] = []
  const statuses = new Map<number, number>()
  for (let call = 0; call < CALLS; call++) {
    const row = guesses.oneOf(CALLED)
    const path = pathOf(row)
    const body = bodyOf(row)
    const answer = await api.call(`owner-${call % PEOPLE}`, row.method, path, body)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const found = fault(row, answer.status, answer.body)
    if (found !== undefined) faults.push(`${row.name} ${path} ${body?.slice(0, 500)}: ${found}`)
  }
  expect(faults, `seed ${seed}`).toEqual([])
  // Otherwise only refusals would have been looked at.
  expect(statuses.get(200)).toBeGreaterThan(CALLS / 10)
})
