import { beforeEach, describe, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'
import { OrganizationStore } from './organization-store.ts'

const refused = { kind: 'http', status: 409, statusText: 'Conflict', serverMessage: 'That name is taken.' } as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesOver(ports)
})

const names = () => services.organizationState.get().organizations.map(({ name }) => name)

/** The name of the organization that is shown after F5: only what the browser and the server store is left. */
async function activeAfterReload(): Promise<string | undefined> {
  const { identity, session, organizations, chosenOrganization } = ports
  const organization = new OrganizationStore()
  const stored = { identity, session, organizations, chosenOrganization, organization }
  const reloaded = servicesOver({ ...memoryPorts(), ...stored })
  await reloaded.listOrganizations()
  return reloaded.organizationState.get().active?.name
}

it('appends what was created', async () => {
  await services.createOrganization({ name: 'Second' })

  expect(names()).toEqual(['Analytical Engines', 'Second'])
  expect(services.organizationState.get().active?.name).toBe('Analytical Engines')
})

it('has the organization active again, after F5, to which the person switched', async () => {
  ports.organizations.put({ id: 'org-2', name: 'Second' })
  await services.listOrganizations()
  services.setActiveOrganization('org-2')

  expect(await activeAfterReload()).toBe('Second')
})

it('says so when somebody else has removed the person, and another organization is shown', async () => {
  ports.organizations.put({ id: 'org-2', name: 'Second' })
  await services.listOrganizations()
  const [first] = services.organizationState.get().organizations
  await ports.organizations.delete(first?.id ?? '')
  const before = ports.notifier.shown.length
  await services.listOrganizations()
  await services.listOrganizations()

  expect(services.organizationState.get().active?.name).toBe('Second')
  expect(ports.notifier.shown.slice(before)).toEqual([
    { type: 'info', code: 'organization.lost', values: { name: 'Analytical Engines' } },
  ])
})

it('says nothing to somebody who has deleted the organization', async () => {
  const { active } = services.organizationState.get()
  await services.deleteOrganization(active?.id ?? '')
  const before = ports.notifier.shown.length
  await services.listOrganizations()

  expect(ports.notifier.shown.slice(before)).toEqual([])
})

describe('a list that was requested before a change, and arrives after it', () => {
  /** The server reads the list now, and its answer arrives when the returned function is called. */
  function holdNextList(): () => void {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
    const read = ports.organizations.list.bind(ports.organizations)
    ports.organizations.list = async () => {
      ports.organizations.list = read
      const listed = await read()
      await arrival
      return listed
    }
    return arrive
  }

  it('leaves the new organization active, and says nothing about it', async () => {
    const arrive = holdNextList()
    const listed = services.listOrganizations()
    const created = await services.createOrganization({ name: 'Second' })
    services.setActiveOrganization(created.ok ? created.value.id : '')
    arrive()
    await listed

    expect(names()).toEqual(['Analytical Engines', 'Second'])
    expect(services.organizationState.get().active?.name).toBe('Second')
    expect(ports.notifier.shown).toEqual([])
  })

  it.each([
    [
      'a new name',
      () => services.updateOrganization({ id: 'org-1', name: 'Difference Engines' }),
      ['Difference Engines'],
    ],
    ['a deletion', () => services.deleteOrganization('org-1'), []],
  ] as const)('leaves %s as it is', async (_, change, expected) => {
    const arrive = holdNextList()
    const listed = services.listOrganizations()
    await change()
    arrive()
    await listed

    expect(names()).toEqual(expected)
  })

  it('leaves a newer list as it is', async () => {
    const arrive = holdNextList()
    const older = services.listOrganizations()
    await ports.organizations.create({ name: 'Second' })
    await services.listOrganizations()
    arrive()
    await older

    expect(names()).toEqual(['Analytical Engines', 'Second'])
  })
})

it('shows a new organization once when the list had it before the answer', async () => {
  const { organizations } = ports
  const create = organizations.create.bind(organizations)
  organizations.create = async (draft) => {
    const created = await create(draft)
    await services.listOrganizations()
    return created
  }
  await services.createOrganization({ name: 'Second' })

  expect(names()).toEqual(['Analytical Engines', 'Second'])
})

it('replaces what was updated', async () => {
  const { active } = services.organizationState.get()
  if (active) await services.updateOrganization({ ...active, name: 'Difference Engines' })

  expect(names()).toEqual(['Difference Engines'])
})

describe('the schedules of a restored organization', () => {
  const restored = { id: 'org-1', name: 'Acme', restoredAt: '2026-11-24T03:00:00.000Z', schedulesPaused: true }
  const isPaused = () => services.organizationState.get().active?.schedulesPaused === true
  beforeEach(() => {
    ports.organizations.put(restored)
    ports.organization.load([restored])
  })

  it('are not paused any more once somebody resumes them', async () => {
    await services.resumeSchedules()

    expect(isPaused()).toBe(false)
  })

  it('stay paused when that fails, and the reason is shown', async () => {
    ports.organizations.failNext(refused)
    await services.resumeSchedules()

    expect(isPaused()).toBe(true)
    expect(ports.notifier.shown).toEqual([{ type: 'negative', text: 'That name is taken.' }])
  })
})

it('removes what was deleted, and with it the active one', async () => {
  await services.deleteOrganization('org-1')

  expect(services.organizationState.get()).toEqual({ status: 'loaded', organizations: [], active: null })
})

it('reloads the list once an invitation is accepted', async () => {
  const invited = await ports.invitations.create('org-2', { email: 'ada@example.com', roles: ['viewer'] })
  ports.organizations.put({ id: 'org-2', name: 'Second' })

  expect(await services.acceptInvite(`token-${invited.ok && invited.value.id}`)).toEqual({ ok: true, value: undefined })
  expect(names()).toEqual(['Analytical Engines', 'Second'])
})

it('shows the server’s message when an invitation cannot be accepted, and keeps the list', async () => {
  ports.invitations.failNext({ kind: 'http', status: 410, statusText: 'Gone', serverMessage: 'Invitation expired' })

  expect(await services.acceptInvite('t')).toMatchObject({ ok: false, rethrow: true })
  expect(ports.notifier.shown).toEqual([{ type: 'negative', text: 'Invitation expired' }])
  expect(names()).toEqual(['Analytical Engines'])
})

describe('what fails', () => {
  it.each([
    ['createOrganization', () => services.createOrganization({ name: 'x' })],
    ['updateOrganization', () => services.updateOrganization({ id: 'org-1', name: 'x' })],
    ['deleteOrganization', () => services.deleteOrganization('org-1')],
  ] as const)('leaves the list as it was and tells the status text (%s)', async (_, act) => {
    ports.organizations.failNext(refused)

    expect(await act()).toEqual({ ok: false, failure: refused, rethrow: false })
    expect(names()).toEqual(['Analytical Engines'])
    expect(ports.notifier.shown).toEqual([{ type: 'negative', text: 'Conflict', detail: 'That name is taken.' }])
  })

  it('keeps the list that was there when a reload fails', async () => {
    ports.organizations.failNext(refused)

    expect(await services.listOrganizations()).toMatchObject({ ok: false, rethrow: false })
    expect(services.organizationState.get()).toMatchObject({ status: 'failed', active: { id: 'org-1' } })
    expect(ports.notifier.shown).toMatchObject([{ code: 'http.error', values: { status: 409 } }])
  })
})

describe('without an active organization', () => {
  beforeEach(async () => {
    await services.deleteOrganization('org-1')
  })

  it.each([
    ['dashboard', () => services.fetchDashboard()],
    ['billing-status', () => services.fetchBillingStatus()],
    ['checkout', () => services.startCheckout('pro')],
    ['customer-portal', () => services.openCustomerPortal()],
  ] as const)('has an own message for the %s', async (purpose, act) => {
    expect(await act()).toMatchObject({ ok: false, failure: { kind: 'no-active-organization', purpose } })
    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: `organization.none-active.${purpose}` }])
  })

  it.each([
    ['listMembers', () => services.listMembers()],
    ['inviteMember', () => services.inviteMember({ email: 'a@b.c', roles: ['viewer'] })],
    ['updateMemberRoles', () => services.updateMemberRoles('m', ['viewer'])],
    ['removeMember', () => services.removeMember('m')],
    ['resendInvitation', () => services.resendInvitation('i')],
    ['revokeInvitation', () => services.revokeInvitation('i')],
    ['listPlans', () => services.listPlans()],
    ['listIntegrations', () => services.listIntegrations()],
    [
      'addIntegration',
      () => services.addIntegration({ name: 'x', type: 'aws', mergedIntegration: false, credentials: {} }),
    ],
    ['updateIntegration', () => services.updateIntegration({ id: 'i' }, {})],
    ['removeIntegration', () => services.removeIntegration('i')],
    ['fetchIntegrationDetails', () => services.fetchIntegrationDetails('i')],
    ['startGoogleAuth', () => services.startGoogleAuth()],
    ['listConnections', () => services.listConnections()],
    ['testConnection', () => services.testConnection('c')],
    ['testUnsavedConnection', () => services.testUnsavedConnection({ type: 'postgres', config: {} })],
    ['runFlow', () => services.runFlow('f')],
    ['cancelRun', () => services.cancelRun('r')],
    ['createSampleData', () => services.createSampleData()],
  ] as const)('says so (%s)', async (_, act) => {
    expect(await act()).toMatchObject({ ok: false, failure: { kind: 'no-active-organization' } })
    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'organization.none-active' }])
  })
})

it('makes a restored organization the active one', async () => {
  await services.deleteOrganization('org-1')
  expect(await services.listDeletedOrganizations()).toMatchObject({ value: [{ id: 'org-1' }] })

  await services.restoreOrganization('org-1')

  expect(services.organizationState.get().active?.name).toBe('Analytical Engines')
  expect(await services.listDeletedOrganizations()).toEqual({ ok: true, value: [] })
})

it('has a restored organization active again after F5', async () => {
  ports.organizations.put({ id: 'org-2', name: 'Second' })
  await services.listOrganizations()
  await services.deleteOrganization('org-2')
  await services.restoreOrganization('org-2')

  expect(await activeAfterReload()).toBe('Second')
})

it('restores nothing that another person deleted, and says so', async () => {
  await services.restoreOrganization('org-9')

  expect(names()).toEqual(['Analytical Engines'])
  expect(ports.notifier.shown).toMatchObject([{ type: 'negative' }])
})
