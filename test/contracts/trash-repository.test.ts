import { beforeEach, describe, expect, it } from 'vitest'

import { ABSENT, type Environment, environmentsWithServer, given, notFound } from './environments.ts'

describe.each(environmentsWithServer())('TrashRepository over %s', (_, make) => {
  let environment: Environment
  let organizationId: string
  let id: string

  beforeEach(async () => {
    environment = await make()
    organizationId = environment.organizationId
    const draft = { name: 'Mail', type: 'sendgrid', mergedIntegration: false, credentials: { api_key: 'k' } } as const
    id = (await given(environment.ports.integrations.add(organizationId, draft))).id
    await given(environment.ports.integrations.remove(organizationId, id))
  })

  it('has what was removed, and restores it with the same id', async () => {
    const { trash, integrations } = environment.ports
    const [entry] = await given(trash.list(organizationId))
    expect(entry).toMatchObject({ id, kind: 'integration', type: 'sendgrid', name: 'Mail', neededBy: [] })

    expect(await given(trash.restore(organizationId, id))).toEqual([{ id, kind: 'integration', name: 'Mail' }])
    expect(await given(integrations.list(organizationId))).toMatchObject([{ id, name: 'Mail' }])
    expect(await given(trash.list(organizationId))).toEqual([])
  })

  it('deletes permanently what is not wanted any more', async () => {
    const { trash } = environment.ports
    expect(await trash.deletePermanently(organizationId, id)).toEqual({ ok: true, value: undefined })
    expect(await trash.restore(organizationId, id)).toMatchObject(notFound)
  })

  it('knows nothing of another organization, and nothing else', async () => {
    const { trash } = environment.ports
    expect(await given(trash.list(environment.otherOrganizationId))).toEqual([])
    expect(await trash.restore(environment.otherOrganizationId, id)).toMatchObject(notFound)
    expect(await trash.deletePermanently(organizationId, ABSENT)).toMatchObject(notFound)
  })
})
