import { beforeEach, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'

const refused = { kind: 'http', status: 403, statusText: 'Forbidden' } as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  ports.members.put('org-1', { id: 'member-1', roles: ['viewer'] })
  services = servicesOver(ports)
})

it('invites, and says so', async () => {
  expect(await services.inviteMember({ email: 'grace@example.com', roles: ['editor'] })).toMatchObject({
    ok: true,
    value: { email: 'grace@example.com', roles: ['editor'] },
  })
  expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'member.invited' }])
})

it('changes roles, and says so', async () => {
  await services.updateMemberRoles('member-1', ['admin'])

  expect(await services.listMembers()).toMatchObject({ value: [{ id: 'member-1', roles: ['admin'] }] })
  expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'member.role.updated' }])
})

it('removes, and says so', async () => {
  await services.removeMember('member-1')

  expect(await services.listMembers()).toEqual({ ok: true, value: [] })
  expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'member.removed' }])
})

it.each([
  ['listMembers', () => services.listMembers()],
  ['updateMemberRoles', () => services.updateMemberRoles('member-1', ['owner'])],
  ['removeMember', () => services.removeMember('member-1')],
] as const)('tells the status of a refusal, and rethrows (%s)', async (_, act) => {
  ports.members.failNext(refused)

  expect(await act()).toEqual({ ok: false, failure: refused, rethrow: true })
  expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'http.error', values: { status: 403 } }])
})

it('lists, resends and revokes invitations', async () => {
  await services.inviteMember({ email: 'grace@example.com', roles: ['editor'] })

  expect(await services.listInvitations()).toMatchObject({ value: [{ id: 'invitation-1' }] })
  expect(await services.resendInvitation('invitation-1')).toMatchObject({ ok: true })
  expect(await services.previewInvitation('token-invitation-1')).toMatchObject({
    value: { email: 'grace@example.com' },
  })
  expect(await services.revokeInvitation('invitation-1')).toEqual({ ok: true, value: undefined })
  expect(await services.listInvitations()).toEqual({ ok: true, value: [] })
})

it('says nothing of what this server does not offer', async () => {
  ports.invitations.failNext({ kind: 'not-offered' })

  expect(await services.listInvitations()).toMatchObject({ ok: false, failure: { kind: 'not-offered' } })
  expect(ports.notifier.shown).toEqual([])
  expect(ports.log.errors).toEqual([])
})
