import { describe, expect, it } from 'vitest'
import { MemoryIdentity } from '../../adapters/memory/memory-identity.ts'
import { MemoryResourceCache } from '../../adapters/memory/memory-resource-cache.ts'
import { MemoryChosenOrganizationStore } from '../../adapters/memory/organizations/memory-chosen-organization-store.ts'
import { MemoryProfileRepository } from '../../adapters/memory/organizations/memory-profile-repository.ts'
import { makeDeleteAccount } from '../auth/delete-account.ts'
import { Session } from '../auth/session.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'

async function signedIn() {
  const identity = new MemoryIdentity()
  await identity.signUp('ada@example.com', 'engine-1843')
  const profiles = new MemoryProfileRepository()
  const session = new Session({ status: 'signed-in', user: identity.currentUser(), profile: null })
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines' }])
  const chosenOrganization = new MemoryChosenOrganizationStore()
  const resources = new MemoryResourceCache()
  const deleteAccount = makeDeleteAccount({ identity, profiles, session, organization, chosenOrganization, resources })
  return { identity, profiles, session, organization, deleteAccount }
}

describe('deleting an account', () => {
  it('deletes the person here and with the provider, and ends the session as one that was asked to', async () => {
    const { identity, profiles, session, organization, deleteAccount } = await signedIn()

    expect(await deleteAccount({ password: 'engine-1843', organizationIds: ['org-1'] })).toMatchObject({ ok: true })

    expect(profiles.deletedWith).toEqual(['org-1'])
    expect(identity.currentUser()).toBeNull()
    expect(session.get()).toEqual({ status: 'signed-out', user: null, profile: null })
    expect(organization.get().organizations).toEqual([])
  })

  it('touches nothing after a wrong password', async () => {
    const { profiles, session, deleteAccount } = await signedIn()

    expect(await deleteAccount({ password: 'guessed', organizationIds: [] })).toMatchObject({
      failure: { kind: 'identity', code: 'wrong-password' },
    })
    expect(profiles.deletedWith).toBeUndefined()
    expect(session.get().status).toBe('signed-in')
  })

  it('keeps the account with the provider while the server refuses', async () => {
    const { identity, profiles, deleteAccount } = await signedIn()
    const refused = { kind: 'http', status: 409, statusText: 'Conflict', code: 'SOLE_OWNER' } as const
    profiles.failNext(refused)

    expect(await deleteAccount({ password: 'engine-1843', organizationIds: [] })).toMatchObject({ failure: refused })
    expect(identity.currentUser()).not.toBeNull()
  })

  it('asks whoever has no password on Google’s page, and can be done again', async () => {
    const { identity, session, deleteAccount } = await signedIn()
    identity.failNext({ kind: 'identity', code: 'unknown', providerMessage: 'The popup has been closed.' })

    expect(await deleteAccount({ organizationIds: [] })).toMatchObject({ ok: false })
    expect(session.get().status).toBe('signed-in')
    expect(await deleteAccount({ organizationIds: [] })).toMatchObject({ ok: true })
  })
})
