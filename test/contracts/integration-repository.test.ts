import { beforeEach, describe, expect, it } from 'vitest'

import type { IntegrationRepository } from '../../src/core/integrations/integration-repository.ts'
import { ABSENT, environmentsWithServer, given, notFound } from './environments.ts'

describe.each(environmentsWithServer())('IntegrationRepository over %s', (_, make) => {
  let organizationId: string
  let integrations: IntegrationRepository
  const credentials = { access_key_id: 'AKIA', secret_access_key: 's3cret', region: 'us-east-1' }
  const draft = { name: 'AWS', type: 'aws', mergedIntegration: false, credentials } as const

  beforeEach(async () => {
    const environment = await make()
    organizationId = environment.organizationId
    integrations = environment.ports.integrations
  })

  it('lists what was added, without its credentials', async () => {
    const { id } = await given(integrations.add(organizationId, draft))

    const [listed] = await given(integrations.list(organizationId))
    expect(listed).toMatchObject({ id, name: 'AWS', type: 'aws', mergedIntegration: false })
    expect(listed).not.toHaveProperty('credentials')
  })

  it('shows details with the secrets masked', async () => {
    const { id } = await given(integrations.add(organizationId, draft))

    expect(await integrations.details(organizationId, id)).toMatchObject({
      ok: true,
      value: {
        id,
        name: 'AWS',
        type: 'aws',
        mergedIntegration: false,
        credentials: { access_key_id: 'AKIA', secret_access_key: '********', region: 'us-east-1' },
      },
    })
    expect(await integrations.details(organizationId, ABSENT)).toMatchObject(notFound)
  })

  it('changes only what is handed in', async () => {
    const { id } = await given(integrations.add(organizationId, draft))

    await given(integrations.update(organizationId, id, { name: 'AWS Europe' }))
    const moved = { region: 'eu-west-1', secret_access_key: 'another' }
    await given(integrations.update(organizationId, id, { credentials: moved }))

    expect(await integrations.details(organizationId, id)).toMatchObject({
      value: { name: 'AWS Europe', credentials: { access_key_id: 'AKIA', region: 'eu-west-1' } },
    })
    expect(await integrations.update(organizationId, ABSENT, { name: 'x' })).toMatchObject(notFound)
  })

  it('forgets what was removed', async () => {
    const { id } = await given(integrations.add(organizationId, draft))

    expect(await integrations.remove(organizationId, id)).toEqual({ ok: true, value: undefined })
    expect(await integrations.list(organizationId)).toEqual({ ok: true, value: [] })
    expect(await integrations.remove(organizationId, id)).toMatchObject(notFound)
  })
})
