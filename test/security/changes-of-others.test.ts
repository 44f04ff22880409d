import { afterAll, beforeAll, expect, it } from 'vitest'

import { exampleBody } from '../../src/contract/example-body.ts'
import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { ROLES } from '../../src/core/catalog/permissions.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { type Children, inhabit } from './inhabited-organization.ts'

/** An edit of rejected rows names the values that its caller has seen: `test/server/rejected-rows.test.ts`. */
const WITHOUT = ['editRejectedRows']
const updates = OPERATIONS.filter(({ method, name }) => ['PUT', 'PATCH'].includes(method) && !WITHOUT.includes(name))

let api: Api
let organization: string
let children: Children

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  organization = await api.organizationOf('owner')
  children = await inhabit(api, organization)
})
afterAll(() => api.stop())

const fill = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => ({ ...children, orgId: organization })[name] ?? '')

/** Two changes that differ. */
const CHANGES: Readonly<Record<string, (turn: number) => object>> = {
  updateProfile: (turn) => ({ display_name: `Ada ${turn}` }),
  updateOrganization: (turn) => ({ name: `Name ${turn}` }),
  updateMember: (turn) => ({ roles: ['owner', ROLES[turn % 4]] }),
  updateAlertChannel: (turn) => ({ kind: 'email', recipients: [`ops${turn}@example.com`], events: ['failed'] }),
  updateRejectLimits: (turn) => ({ rows: 100 + turn, megabytes: 1, days: 1 }),
  // Of two values one is what was seen: to set it again changes nothing, and the next change is no loss.
  updateAssistantSettings: (turn) => ({ shows_values: turn !== 1 }),
  updateRunLimits: (turn) => ({ active: 1 + (turn % 5) }),
  updateBudgets: (turn) => ({ rows: 100 + turn }),
  updateView: (turn) => ({ name: `V ${turn}` }),
  updateFlow: (turn) => ({ name: `F ${turn}` }),
  saveDraft: (turn) => ({
    config: { streams: [], transformations: [{ id: 't', type: 'limit', settings: { rows: turn } }] },
  }),
  updateConnection: (turn) => ({ name: `C ${turn}` }),
  updateIntegration: (turn) => ({ name: `I ${turn}` }),
}

/** What a client sends after it has read what it changes. */
async function seenBy(row: Operation): Promise<string> {
  const read = OPERATIONS.find(({ name }) => name === row.readBy?.call)
  const { headers, body } = await api.call('owner', 'GET', fill(read?.path ?? row.path))
  if (read) return headers.get('etag') ?? ''
  return `"${body.edition ?? body.version}"`
}

const READABLE = ['updateConnection', 'updateIntegration']

it.each(updates.map((row) => [row.name, row] as const))(
  '%s overwrites no change that its caller has not seen',
  async (name, row) => {
    const bodyOf = CHANGES[name] ?? (() => exampleBody(row))
    const send = (turn: number, ifMatch?: string) =>
      api.call('owner', row.method, fill(row.path), bodyOf(turn), ifMatch === undefined ? {} : { 'if-match': ifMatch })
    const first = await send(1)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const seen = READABLE.includes(name) ? `"${first.body.version}"` : await seenBy(row)
    expect(seen).toMatch(/^"[\w-]+"$/)
    // A proxy that compresses, such as Caddy, changes the tag of an answer.
    const received = row.readBy ? seen.replace(/"$/, '-gzip"') : seen
    const atOnce = await Promise.all([2, 3, 4].map((turn) => send(turn, received)))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await send(5, seen)).body.code).toMatch(/CHANGED$/)
    expect((await send(6)).status).toBe(200)
  },
)
