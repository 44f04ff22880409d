import { beforeEach, describe, expect, it } from 'vitest'

import type { OrganizationRepository } from '../../src/core/organizations/organization-repository.ts'
import { ABSENT, environmentsWithServer, given, notFound } from './environments.ts'

describe.each(environmentsWithServer())('OrganizationRepository over %s', (_, make) => {
  let organizations: OrganizationRepository

  beforeEach(async () => {
    organizations = (await make()).ports.organizations
  })

  it('lists what was created, owned by who created it', async () => {
    const created = await given(organizations.create({ name: 'Difference Engines' }))

    expect(created).toMatchObject({ name: 'Difference Engines', roles: ['owner'] })
    expect(await given(organizations.list())).toContainEqual(created)
  })

  it('takes the whole object for an update', async () => {
    const created = await given(organizations.create({ name: 'Old' }))

    expect(await organizations.update({ ...created, name: 'New' })).toEqual({
      ok: true,
      value: { ...created, name: 'New' },
    })
    expect(await organizations.update({ id: ABSENT, name: 'New' })).toMatchObject(notFound)
  })

  it('forgets what was deleted', async () => {
    const created = await given(organizations.create({ name: 'Old' }))

    expect(await organizations.delete(created.id)).toEqual({ ok: true, value: undefined })
    expect(await given(organizations.list())).not.toContainEqual(created)
    expect(await organizations.delete(created.id)).toMatchObject(notFound)
  })
})
