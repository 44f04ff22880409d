import { beforeEach, describe, expect, it } from 'vitest'

import { memoryContainer } from '../../composition/memory-container.ts'
import { memoryPorts } from '../../composition/memory-ports.ts'
import { servicesFrom } from '../../composition/services-from.ts'
import type { Services } from '../services/services.ts'
import { OrganizationStore } from './organization-store.ts'

const refused = { kind: 'http', status: 409, statusText: 'Conflict', serverMessage: 'That name is taken.' } as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesFrom(memoryContainer(ports))
})

const names = () => services.organizationState.get().organizations.map(({ name }) => name)

it('appends what was created', async () => {
  await services.createOrganization({ name: 'Second' })

  expect(names()).toEqual(['Analytical Engines', 'Second'])
  expect(services.organizationState.get().active?.name).toBe('Analytical Engines')
})

it('has the organization active again, after F5, to which the person switched', async () => {
  ports.organizations.put({ id: 'org-2', name: 'Second' })
  await services.listOrganizations()
  services.setActiveOrganization('org-2')
  const { identity, session, organizations, chosenOrganization } = ports
  const organization = new OrganizationStore()
  const known = { identity, session, organizations, chosenOrganization, organization }
  const reloaded = servicesFrom(memoryContainer({ ...memoryPorts(), ...known }))
  await reloaded.listOrganizations()

  expect(reloaded.organizationState.get().active?.name).toBe('Second')
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

it('restores nothing that another person deleted, and says so', async () => {
  await services.restoreOrganization('org-9')

  expect(names()).toEqual(['Analytical Engines'])
  expect(ports.notifier.shown).toMatchObject([{ type: 'negative' }])
})
