import { beforeEach, describe, expect, it } from 'vitest'

import { ABSENT, ENVIRONMENTS, type Environment, given, notFound } from './environments.ts'

describe.each(ENVIRONMENTS)('over %s', (_, make) => {
  let environment: Environment
  let organizationId: string

  beforeEach(async () => {
    environment = await make()
    organizationId = environment.organizationId
  })

  describe('MemberRepository', () => {
    const ada = { id: ABSENT, email: 'ada@example.com', roles: ['owner'] }

    it('lists, changes and removes members', async () => {
      const { members } = environment.ports
      environment.seedMember(organizationId, ada)

      expect(await members.list(organizationId)).toEqual({ ok: true, value: [ada] })
      expect(await members.updateRoles(organizationId, ada.id, ['editor'])).toEqual({ ok: true, value: undefined })
      expect(await members.list(organizationId)).toEqual({ ok: true, value: [{ ...ada, roles: ['editor'] }] })
      expect(await members.remove(organizationId, ada.id)).toEqual({ ok: true, value: undefined })
      expect(await members.list(organizationId)).toEqual({ ok: true, value: [] })
    })

    it('knows nobody else', async () => {
      expect(await environment.ports.members.updateRoles(organizationId, ABSENT, ['editor'])).toMatchObject(notFound)
      expect(await environment.ports.members.remove(organizationId, ABSENT)).toMatchObject(notFound)
    })
  })

  describe('InvitationRepository', () => {
    const draft = { email: 'grace@example.com', roles: ['editor'] } as const

    it('keeps an invitation until it is revoked', async () => {
      const { invitations } = environment.ports
      const created = await given(invitations.create(organizationId, draft))

      const kept = { ...draft, id: created.id, status: 'pending' }
      const link = expect.stringMatching(/^https?:.*token=/)

      expect(created).toEqual({ ...kept, url: link })
      expect(await invitations.list(organizationId)).toEqual({ ok: true, value: [kept] })
      expect(await invitations.resend(organizationId, created.id)).toEqual({ ok: true, value: { ...kept, url: link } })
      expect(await invitations.revoke(organizationId, created.id)).toEqual({ ok: true, value: undefined })
      expect(await invitations.list(organizationId)).toEqual({ ok: true, value: [] })
    })

    it('is accepted once', async () => {
      const { invitations } = environment.ports
      const { id } = await given(invitations.create(organizationId, draft))

      expect(await invitations.preview(`token-${id}`)).toMatchObject({
        ok: true,
        value: { email: 'grace@example.com', roles: ['editor'] },
      })
      expect(await invitations.accept(`token-${id}`)).toEqual({ ok: true, value: undefined })
      expect(await invitations.accept(`token-${id}`)).toMatchObject(notFound)
    })

    it('knows no other token', async () => {
      expect(await environment.ports.invitations.preview('made-up')).toMatchObject(notFound)
      expect(await environment.ports.invitations.resend(organizationId, ABSENT)).toMatchObject(notFound)
      expect(await environment.ports.invitations.revoke(organizationId, ABSENT)).toMatchObject(notFound)
    })
  })

  describe('ProfileRepository', () => {
    it('changes only what is handed in', async () => {
      const { profiles } = environment.ports

      expect(await profiles.sync()).toEqual({ ok: true, value: undefined })
      await given(profiles.update({ photoUrl: 'https://example.com/ada.png' }))
      expect(await profiles.update({ displayName: 'Ada Lovelace' })).toMatchObject({
        value: { displayName: 'Ada Lovelace', photoUrl: 'https://example.com/ada.png', email: 'ada@example.com' },
      })
    })

    it('removes the picture', async () => {
      const { profiles } = environment.ports
      await given(profiles.update({ photoUrl: 'https://example.com/ada.png' }))
      await given(profiles.update({ photoUrl: null }))

      expect(await given(profiles.fetch())).not.toHaveProperty('photoUrl')
    })

    it('deletes the person', async () => {
      const { profiles } = environment.ports

      expect(await profiles.ownerships()).toMatchObject({ ok: true })
      expect(await profiles.delete([])).toEqual({ ok: true, value: undefined })
    })
  })

  describe('BillingRepository and DashboardRepository', () => {
    it('hand on what the server says', async () => {
      const { billing, dashboards } = environment.ports

      expect(await billing.status(organizationId)).toEqual({ ok: true, value: {} })
      expect(await billing.plans(organizationId)).toEqual({ ok: true, value: [{ id: 'free', name: 'Free' }] })
      expect(await billing.checkout(organizationId, 'team')).toEqual({
        ok: true,
        value: { url: 'https://pay.example/checkout/team' },
      })
      expect(await billing.customerPortal(organizationId)).toEqual({
        ok: true,
        value: { url: 'https://pay.example/portal' },
      })
      expect(await dashboards.fetch(organizationId)).toEqual({ ok: true, value: {} })
    })
  })

  it('says where Google asks for consent', async () => {
    expect(await environment.ports.integrations.startGoogleAuth(organizationId, { name: 'Sheets' })).toMatchObject({
      ok: true,
      value: { url: expect.stringContaining('https://accounts.example/consent') },
    })
  })
})
