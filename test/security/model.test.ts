import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROLES, type Role } from '../../src/core/catalog/permissions.ts'
import { SEED, TRIES_ALL } from '../support/samples.ts'
import { type Api, startApi } from '../support/start-api.ts'

const PEOPLE = ['p0', 'p1', 'p2', 'p3'] as const
const ORGANIZATIONS = 2
/** `npm run test:full` takes as many as the threat list asks for, and others each time. */
const SEQUENCES = Number(process.env['SEQUENCES'] ?? (TRIES_ALL ? 10_000 : 120))
const IS_SAMPLE = process.env['SEQUENCES'] === undefined && !TRIES_ALL
/** Sequences at a time: while one waits for the store, another is answered. */
const LANES = 6

interface Organization {
  readonly id: string
  readonly roles: Map<string, Role>
  /** Ids of memberships, also of those that ended. */
  readonly members: Map<string, string>
  readonly integrations: string[]
}

const person = fc.constantFrom(...PEOPLE)
const place = fc.nat({ max: ORGANIZATIONS - 1 })
const role = fc.constantFrom(...ROLES)
const step = fc.oneof(
  fc.record({ kind: fc.constant('join' as const), who: person, at: place, role }),
  fc.record({ kind: fc.constant('list' as const), who: person, at: place }),
  fc.record({ kind: fc.constant('add' as const), who: person, at: place }),
  fc.record({ kind: fc.constant('look' as const), who: person, at: place, from: place }),
  fc.record({ kind: fc.constant('promote' as const), who: person, at: place, whom: person, role }),
  fc.record({ kind: fc.constant('remove' as const), who: person, at: place, whom: person }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What may happen, said a second time and independently of the server: higher is more. */
const RANK: Record<Role, number> = { viewer: 0, runner: 1, editor: 2, admin: 3, owner: 4 }
const ownersOf = ({ roles }: Organization) => [...roles.values()].filter((held) => held === 'owner').length

function statusOfChange({ roles }: Organization, who: string, needed: Role, ok: number): number {
  const own = roles.get(who)
  if (own === undefined) return 404
  return RANK[own] >= RANK[needed] ? ok : 403
}
function statusOfPromotion(organization: Organization, who: string, whom: string, wanted: Role): number {
  const basic = statusOfChange(organization, who, 'admin', 200)
  const held = organization.roles.get(whom)
  if (basic !== 200) return basic
  if (held === undefined) return 404
  const own = RANK[organization.roles.get(who) ?? 'viewer']
  if (RANK[wanted] > own || RANK[held] > own) return 403
  return held === 'owner' && wanted !== 'owner' && ownersOf(organization) === 1 ? 409 : 200
}
function statusOfRemoval(organization: Organization, who: string, whom: string): number {
  const own = organization.roles.get(who)
  const held = organization.roles.get(whom)
  if (own === undefined || held === undefined) return 404
  if (who !== whom && (RANK[own] < RANK.admin || RANK[held] > RANK[own])) return 403
  return held === 'owner' && ownersOf(organization) === 1 ? 409 : 204
}

let api: Api
let store: pg.Pool
let sequences = 0

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  store = new pg.Pool({ connectionString: api.storeUrl, max: LANES })
})
afterAll(async () => {
  await store.end()
  await api.stop()
})

/** People of one sequence, whom no other meets: what a person may call in a minute is limited. */
async function invent(): Promise<(name: string) => string> {
  const sequence = ++sequences
  const uidOf = (name: string) => `${name}-${sequence}`
  await store.query('insert into millrace.users (uid) select unnest($1::text[])', [PEOPLE.map(uidOf)])
  return uidOf
}

async function found(owner: string, uidOf: (name: string) => string): Promise<Organization> {
  const id = await api.organizationOf(uidOf(owner))
  const { rows } = await store.query('select id from millrace.memberships where organization_id = $1', [id])
  return { id, roles: new Map([[owner, 'owner']]), members: new Map([[owner, rows[0].id]]), integrations: [] }
}

/** A member without an invitation. @returns the membership's id */
async function join(organization: Organization, uid: string, role: Role): Promise<string> {
  const { rows } = await store.query(
    'insert into millrace.memberships (organization_id, user_uid, roles) values ($1, $2, $3) returning id',
    [organization.id, uid, [role]],
  )
  return rows[0].id
}

async function walk(steps: readonly Step[]): Promise<void> {
  const uidOf = await invent()
  const organizations = [await found('p0', uidOf), await found('p1', uidOf)] as const
  const memberPath = (organization: Organization, whom: string) =>
    `/v1/organizations/${organization.id}/members/${organization.members.get(whom) ?? crypto.randomUUID()}`

  for (const each of steps) {
    const organization = organizations[each.at] as Organization
    const base = `/v1/organizations/${organization.id}`
    const who = uidOf(each.who)
    switch (each.kind) {
      case 'join':
        if (organization.roles.has(each.who)) break
        organization.members.set(each.who, await join(organization, who, each.role))
        organization.roles.set(each.who, each.role)
        break
      case 'list': {
        const { status, body } = await api.call(who, 'GET', `${base}/integrations`)
        expect(status).toBe(organization.roles.has(each.who) ? 200 : 404)
        if (status === 200)
          expect(new Set(body.map(({ id }: { id: string }) => id))).toEqual(new Set(organization.integrations))
        break
      }
      case 'add': {
        const draft = { name: 'I', type: 'metronome', credentials: { api_key: 'k' } }
        const { status, body } = await api.call(who, 'POST', `${base}/integrations`, draft)
        expect(status).toBe(statusOfChange(organization, each.who, 'admin', 201))
        if (status === 201) organization.integrations.push(body.id)
        break
      }
      case 'look': {
        const [id] = (organizations[each.from] as Organization).integrations
        if (id === undefined) break
        const { status } = await api.call(who, 'GET', `${base}/integrations/${id}/details`)
        const isHere = each.from === each.at
        expect(status).toBe(statusOfChange(organization, each.who, 'editor', isHere ? 200 : 404))
        break
      }
      case 'promote': {
        const { status } = await api.call(who, 'PUT', memberPath(organization, each.whom), { roles: [each.role] })
        expect(status).toBe(statusOfPromotion(organization, each.who, each.whom, each.role))
        if (status === 200) organization.roles.set(each.whom, each.role)
        break
      }
      case 'remove': {
        const { status } = await api.call(who, 'DELETE', memberPath(organization, each.whom))
        expect(status).toBe(statusOfRemoval(organization, each.who, each.whom))
        if (status === 204) organization.roles.delete(each.whom)
        break
      }
    }
    expect(ownersOf(organization)).toBeGreaterThan(0)
  }
}

it(
  'whatever people do one after the other, each gets what the permission table gives and nothing of elsewhere',
  async () => {
    const lane = (at: number) =>
      fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), walk), {
        numRuns: Math.ceil(SEQUENCES / LANES),
        ...(IS_SAMPLE && { seed: SEED + at }),
      })
    await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)))
  },
  60_000 + SEQUENCES * 500,
)
