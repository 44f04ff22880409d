import { beforeEach, describe, expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { servicesOver } from '../../../test/support/services-over.ts'
import { MemoryIdentity, memoryUser } from '../../adapters/memory/memory-identity.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'
import { ok } from '../result.ts'
import type { Services } from '../services/services.ts'
import { Session } from './session.ts'

const ada = memoryUser('ada@example.com')
const grace = memoryUser('grace@example.com')

type Repository = 'profiles' | 'organizations' | 'integrations' | 'connections' | 'flows'

/** Records the calls in order. */
function recording(ports: ReturnType<typeof memoryPorts>, calls: string[]) {
  const watched: Record<Repository, string[]> = {
    profiles: ['sync', 'fetch'],
    organizations: ['list'],
    integrations: ['list'],
    connections: ['list'],
    flows: ['list'],
  }
  for (const [name, methods] of Object.entries(watched) as [Repository, string[]][]) {
    const repository = ports[name] as unknown as Record<string, (...input: unknown[]) => unknown>
    for (const method of methods) {
      const original = repository[method]?.bind(repository)
      repository[method] = (...input) => {
        calls.push(`${name}.${method}`)
        return original?.(...input)
      }
    }
  }
}

describe('after sign-in', () => {
  let ports: ReturnType<typeof memoryPorts>
  let services: Services
  let calls: string[]

  beforeEach(() => {
    ports = {
      ...memoryPorts(),
      identity: new MemoryIdentity(ada),
      session: new Session(),
      organization: new OrganizationStore(),
    }
    services = servicesOver(ports)
    calls = []
    recording(ports, calls)
  })

  it('syncs the profile, fetches it, then organizations, integrations, connections and flows, in that order', async () => {
    await services.startSession()

    expect(calls).toEqual([
      'profiles.sync',
      'profiles.fetch',
      'organizations.list',
      'integrations.list',
      'connections.list',
      'flows.list',
    ])
    expect(ports.session.get()).toEqual({ status: 'signed-in', user: ada, profile: ports.profiles.profile })
    expect(ports.notifier.shown).toEqual([])
  })

  it('makes the first organization the active one and shows what was loaded of it', async () => {
    ports.organizations.put({ id: 'org-2', name: 'Second' })
    const added = await ports.connections.add('org-1', {
      name: 'Shop',
      type: 'postgres',
      capability: 'both',
      integrationId: 'i',
      config: {},
    })

    await services.startSession()

    expect(ports.organization.get().active?.id).toBe('org-1')
    expect(ports.resources.connections.get('org-1')).toEqual([added.ok && added.value])
    expect(ports.resources.integrations.get('org-1')).toEqual([])
    expect(ports.resources.flows.get('org-1')).toEqual([])
  })

  it('shows an own message and logs out when the profile cannot be fetched', async () => {
    ports.profiles.failNext({ kind: 'not-offered' })
    ports.profiles.failNext(serverDown)

    await services.startSession()

    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'profile.fetch-after-sign-in.failed' }])
    expect(ports.identity.currentUser()).toBeNull()
    expect(ports.session.get()).toEqual({ status: 'signed-out', user: null, profile: null })
    expect(calls).toEqual(['profiles.sync', 'profiles.fetch'])
  })

  it('goes on without the synchronization, which is told', async () => {
    ports.profiles.failNext(serverDown)

    await services.startSession()

    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'http.error', values: { status: 500 } }])
    expect(ports.session.get().status).toBe('signed-in')
  })

  it('loads nothing more for a person without an organization', async () => {
    await ports.organizations.delete('org-1')

    await services.startSession()

    expect(calls).toEqual(['profiles.sync', 'profiles.fetch', 'organizations.list'])
    expect(ports.session.get().status).toBe('signed-in')
    expect(ports.organization.get()).toEqual({ status: 'loaded', organizations: [], active: null })
    expect(ports.notifier.shown).toEqual([])
  })

  it('starts all the same when lists cannot be loaded, and says which', async () => {
    ports.integrations.failNext(serverDown)
    ports.connections.failNext(serverDown)
    ports.flows.failNext(serverDown)

    await services.startSession()

    expect(ports.session.get().status).toBe('signed-in')
    expect(ports.notifier.shown).toEqual([
      { type: 'negative', code: 'integration.list.failed' },
      { type: 'negative', code: 'connection.list.failed' },
    ])
    expect(ports.resources.connections.has('org-1')).toBe(false)
  })

  it('keeps nothing of an organization that is no longer the active one when its lists arrive', async () => {
    ports.organizations.put({ id: 'org-2', name: 'Second' })
    const release = ports.flows.holdNext()
    const started = services.startSession()
    await expect.poll(() => calls).toContain('flows.list')

    services.setActiveOrganization('org-2')
    release()
    await started

    expect([...ports.resources.integrations.keys(), ...ports.resources.connections.keys()]).toEqual([])
    expect(ports.session.get().status).toBe('signed-in')
  })

  it('runs once for two callers, and not again once it is done', async () => {
    await Promise.all([services.startSession(), services.startSession()])
    await services.startSession()

    expect(calls.filter((call) => call === 'profiles.fetch')).toHaveLength(1)
  })

  it.each(['profiles', 'organizations', 'integrations'] as const)(
    'stops where it is when the person signs out during %s',
    async (repository) => {
      const release = ports[repository].holdNext()
      const started = services.startSession()
      await expect.poll(() => calls.some((call) => call.startsWith(repository))).toBe(true)

      await services.signOut()
      release()
      await started

      expect(ports.session.get().status).toBe('signed-out')
      expect(ports.organization.get().active).toBeNull()
      expect(ports.resources.connections.size).toBe(0)
      expect(ports.notifier.shown).toEqual([])
    },
  )

  it('stops when the person signs out while the profile is fetched', async () => {
    ports.profiles.fetch = async () => {
      await services.signOut()
      return ok({ uid: 'late' })
    }

    await services.startSession()

    expect(ports.session.get()).toEqual({ status: 'signed-out', user: null, profile: null })
    expect(calls).not.toContain('organizations.list')
  })

  it('clears what belonged to the one before when another person signs in', async () => {
    await services.startSession()
    ports.resources.keepFlows('org-1', [])
    const release = ports.profiles.holdNext()
    ports.identity.settle(grace)
    const started = services.startSession()
    await expect.poll(() => ports.session.get().user?.uid).toBe(grace.uid)

    expect(ports.resources.flows.size).toBe(0)
    expect(ports.organization.get().organizations).toEqual([])
    release()
    await started
    expect(ports.session.get().status).toBe('signed-in')
  })

  it('logs a bug, says that something went wrong and logs out rather than half start', async () => {
    const bug = new TypeError('not the agreed shape')
    ports.organizations.list = () => Promise.reject(bug)

    await services.startSession()

    expect(ports.log.errors).toEqual([{ what: 'startSession', detail: bug }])
    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'unexpected' }])
    expect(ports.session.get().status).toBe('signed-out')
  })

  it('says so and logs out when no user appears within ten seconds', async () => {
    ports.identity.settle(null)

    await services.startSession()

    expect(ports.clock.slept).toEqual(Array(10).fill(1_000))
    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'auth.not-authenticated-after-waiting' }])
    expect(ports.session.get().status).toBe('signed-out')
    expect(calls).toEqual([])
  })
})
