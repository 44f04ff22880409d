import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROLES, type Role } from '../../src/core/catalog/permissions.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { join } from './inhabited-organization.ts'

const PEOPLE = ['p0', 'p1', 'p2', 'p3'] as const
const ORGANIZATIONS = 2
/** Sequences; each works on organizations of its own. */
const RUNS = 12

interface Organization {
  readonly id: string
  readonly roles: Map<string, Role>
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

/** What may happen, said a second time and independently of the server: higher is more. */
const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 }
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

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  for (const uid of PEOPLE) await api.call(uid, 'POST', '/v1/users/sync-profile')
})
afterAll(() => api.stop())

async function found(owner: string): Promise<Organization> {
  return { id: await api.organizationOf(owner), roles: new Map([[owner, 'owner']]), integrations: [] }
}
/** The member's id, or one that nobody has. */
async function memberId({ id, roles }: Organization, whom: string): Promise<string> {
  const [owner = ''] = [...roles].find(([, held]) => held === 'owner') ?? []
  const { body } = await api.call(owner, 'GET', `/v1/organizations/${id}/members`)
  return body.find((member: { uid: string }) => member.uid === whom)?.id ?? crypto.randomUUID()
}

it('whatever people do one after the other, each gets what the permission table gives and nothing of elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const organizations = [await found('p0'), await found('p1')] as const
      for (const each of steps) {
        const organization = organizations[each.at] as Organization
        const base = `/v1/organizations/${organization.id}`
        switch (each.kind) {
          case 'join':
            if (organization.roles.has(each.who)) break
            await join(api, organization.id, each.who, [each.role])
            organization.roles.set(each.who, each.role)
            break
          case 'list': {
            const { status, body } = await api.call(each.who, 'GET', `${base}/integrations`)
            expect(status).toBe(organization.roles.has(each.who) ? 200 : 404)
            if (status === 200)
              expect(new Set(body.map(({ id }: { id: string }) => id))).toEqual(new Set(organization.integrations))
            break
          }
          case 'add': {
            const draft = { name: 'I', type: 'metronome', credentials: { api_key: 'k' } }
            const { status, body } = await api.call(each.who, 'POST', `${base}/integrations`, draft)
            expect(status).toBe(statusOfChange(organization, each.who, 'admin', 201))
            if (status === 201) organization.integrations.push(body.id)
            break
          }
          case 'look': {
            const [id] = (organizations[each.from] as Organization).integrations
            if (id === undefined) break
            const { status } = await api.call(each.who, 'GET', `${base}/integrations/${id}/details`)
            const isHere = each.from === each.at
            expect(status).toBe(statusOfChange(organization, each.who, 'editor', isHere ? 200 : 404))
            break
          }
          case 'promote': {
            const path = `${base}/members/${await memberId(organization, each.whom)}`
            const { status } = await api.call(each.who, 'PUT', path, { roles: [each.role] })
            expect(status).toBe(statusOfPromotion(organization, each.who, each.whom, each.role))
            if (status === 200) organization.roles.set(each.whom, each.role)
            break
          }
          case 'remove': {
            const path = `${base}/members/${await memberId(organization, each.whom)}`
            const { status } = await api.call(each.who, 'DELETE', path)
            expect(status).toBe(statusOfRemoval(organization, each.who, each.whom))
            if (status === 204) organization.roles.delete(each.whom)
            break
          }
        }
        expect(ownersOf(organization)).toBeGreaterThan(0)
      }
    }),
    { numRuns: RUNS },
  )
}, 60_000)
