import { expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { MemoryIdentity, memoryUser } from '../../adapters/memory/memory-identity.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'
import { Session } from './session.ts'

const ada = memoryUser('ada@example.com')

function client(identity: MemoryIdentity) {
  const ports = { ...memoryPorts(), identity, session: new Session(), organization: new OrganizationStore() }
  return { ports, services: servicesOver(ports) }
}

it('makes no call before the first sign-in state is known', async () => {
  const { ports, services } = client(new MemoryIdentity('unknown'))
  services.watchSession()
  const settled = services.waitForSession()

  expect(services.sessionState.get().status).toBe('waiting')
  expect(ports.clock.slept).toEqual([])

  ports.identity.settle(null)
  expect(await settled).toEqual({ status: 'signed-out', user: null, profile: null })
})

it('starts the session of a person who was signed in already', async () => {
  const { services } = client(new MemoryIdentity(ada))
  services.watchSession()

  expect(services.sessionState.get().status).not.toBe('signed-in')
  expect(await services.waitForSession()).toMatchObject({ status: 'signed-in', user: ada })
  expect(services.organizationState.get().active?.id).toBe('org-1')
})

it('ends the session when the provider signs the person out', async () => {
  const { ports, services } = client(new MemoryIdentity(ada))
  services.watchSession()
  await services.waitForSession()

  ports.identity.settle(null)

  expect(services.sessionState.get()).toEqual({ status: 'signed-out', user: null, profile: null, isExpired: true })
  expect(services.organizationState.get().organizations).toEqual([])
})

it('looks away once unsubscribed', async () => {
  const { ports, services } = client(new MemoryIdentity(ada))
  const unsubscribe = services.watchSession()
  await services.waitForSession()

  unsubscribe()
  ports.identity.settle(null)

  expect(services.sessionState.get().status).toBe('signed-in')
})
