import { beforeEach, describe, expect, it } from 'vitest'

import type { FlowDraft } from '../../src/core/flows/flow.ts'
import type { FlowRepository } from '../../src/core/flows/flow-repository.ts'
import { ABSENT, environmentsWithServer, given, notFound } from './environments.ts'

describe.each(environmentsWithServer())('FlowRepository over %s', (_, make) => {
  let organizationId: string
  let flows: FlowRepository
  let draft: FlowDraft
  const config = {
    streams: [{ entity: 'public.orders', mode: 'upsert', key: ['id'], columns: ['id', 'total'] }],
    transformations: [{ id: 't1', type: 'filter', stream: 'public.orders', settings: { where: 'total > 0' } }],
    schedule: { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin', overlap: 'queue' },
    sqlBefore: 'truncate staging',
    sqlAfter: 'analyze orders; analyze customers',
  } as const
  beforeEach(async () => {
    const { ports, credentials, ...environment } = await make()
    organizationId = environment.organizationId
    flows = ports.flows
    const connect = async (name: string) => {
      const merged = { name, type: 'postgres', mergedIntegration: true, credentials } as const
      const { id: integrationId } = await given(ports.integrations.add(organizationId, merged))
      const connection = { name, type: 'postgres', capability: 'both', integrationId, config: {} } as const
      return { id: (await given(ports.connections.add(organizationId, connection))).id }
    }
    const ends = { sourceConnection: await connect('Shop'), destinationConnection: await connect('Warehouse') }
    draft = { name: 'Orders', ...ends, config }
  })

  it('keeps a flow as it was drawn', async () => {
    const created = await given(flows.create(organizationId, draft))

    expect(created).toMatchObject({ ...draft, enabled: true, version: 1 })
    expect(await flows.get(organizationId, created.id)).toEqual({ ok: true, value: created })
    expect(await given(flows.list(organizationId))).toContainEqual(created)
  })

  it('keeps after which flows one starts, and takes it away', async () => {
    const { id: before } = await given(flows.create(organizationId, draft))
    const after = { flowIds: [before], when: 'any_ended' } as const
    const { id } = await given(flows.create(organizationId, { ...draft, config: { ...config, after } }))

    expect(await given(flows.get(organizationId, id))).toMatchObject({ config: { ...config, after } })
    expect((await given(flows.update(organizationId, id, { config }))).config).toEqual(config)
  })

  it('gives a flow an inbound URL whose secret is shown once, renews it, and removes it', async () => {
    const { id } = await given(flows.create(organizationId, draft))
    expect(await given(flows.inboundUrl(organizationId, id))).toBeNull()

    const { secret, ...created } = await given(flows.renewInboundUrl(organizationId, id, true))
    expect(secret).toMatch(/^whsec_/)
    expect(await given(flows.inboundUrl(organizationId, id))).toEqual(created)
    expect(await given(flows.renewInboundUrl(organizationId, id, true))).toMatchObject({
      url: expect.stringContaining(`/v1/hooks/flows/${id}`),
      previousUntil: expect.any(String),
    })
    expect(await given(flows.renewInboundUrl(organizationId, id, false))).not.toHaveProperty('previousUntil')
    await given(flows.removeInboundUrl(organizationId, id))
    expect(await given(flows.inboundUrl(organizationId, id))).toBeNull()
    expect(await flows.removeInboundUrl(organizationId, id)).toMatchObject(notFound)
    expect(await flows.inboundUrl(organizationId, ABSENT)).toMatchObject(notFound)
  })

  it('tells what a run would cost, of a flow in the editor and of a saved one', async () => {
    const { id } = await given(flows.create(organizationId, draft))
    const ends = { sourceId: draft.sourceConnection.id, destinationId: draft.destinationConnection.id }
    const none = { name: 'rows', certainty: 'counted', amount: 0 }
    const nothing = { figures: expect.arrayContaining([none]), quotas: [], notes: [] }
    const estimate = { source: nothing, destination: nothing, streams: [], streamCount: 0 }

    expect(await given(flows.estimate(organizationId, { ...ends, config }))).toMatchObject(estimate)
    expect(await given(flows.savedEstimate(organizationId, id))).toMatchObject(estimate)
    expect(await flows.savedEstimate(organizationId, ABSENT)).toMatchObject(notFound)
  })

  it('gives a flow without settings none', async () => {
    const { config: _none, ...bare } = draft

    expect(await flows.create(organizationId, bare)).toMatchObject({
      value: { config: { streams: [], transformations: [] } },
    })
  })

  it('changes only what is handed in, and counts the versions', async () => {
    const { id } = await given(flows.create(organizationId, draft))

    expect(await flows.update(organizationId, id, { enabled: false }, 1)).toMatchObject({
      ok: true,
      value: { name: 'Orders', enabled: false, config, version: 2 },
    })
  })

  it('keeps every saved state, the newest first, and gives each back whole', async () => {
    const { id } = await given(flows.create(organizationId, draft))
    await given(flows.update(organizationId, id, { name: 'Renamed', enabled: false }))

    const { versions } = await given(flows.versions(organizationId, id))
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    const [source, destination] = [draft.sourceConnection.id, draft.destinationConnection.id]
    const ends = { sourceConnection: { id: source }, destinationConnection: { id: destination } }
    const first = { name: 'Orders', enabled: true, config, freshnessMinutes: null, ...ends }
    expect(await given(flows.version(organizationId, id, 1))).toEqual(first)
    expect(await flows.version(organizationId, id, 9)).toMatchObject(notFound)
    expect(await flows.versions(organizationId, ABSENT)).toMatchObject(notFound)
    expect(await flows.overview(organizationId, ABSENT)).toMatchObject(notFound)
  })

  it('refuses a change that was made on an older version', async () => {
    const { id } = await given(flows.create(organizationId, draft))
    await given(flows.update(organizationId, id, { name: 'Theirs' }))

    expect(await flows.update(organizationId, id, { name: 'Ours' }, 1)).toMatchObject({
      ok: false,
      failure: { status: 409 },
    })
    expect(await flows.get(organizationId, id)).toMatchObject({ value: { name: 'Theirs' } })
  })

  it('tells of a flow that was never saved where its tables land', async () => {
    const { sourceConnection, destinationConnection } = draft
    const ends = { sourceId: sourceConnection?.id ?? '', destinationId: destinationConnection?.id ?? '' }
    const stream = { entity: 'public.orders', target: 'mart.orders', mode: 'replace' } as const

    expect(await flows.targets(organizationId, { ...ends, streams: [stream] })).toEqual({
      ok: true,
      value: [{ entity: 'public.orders', target: 'mart.orders' }],
    })
  })

  it('runs a flow once per key', async () => {
    const { id } = await given(flows.create(organizationId, draft))
    const first = await given(flows.run(organizationId, id, 'key-1'))

    expect(first.runId).toBeDefined()
    expect(await flows.run(organizationId, id, 'key-1')).toEqual({ ok: true, value: first })
  })

  it('knows nothing of a flow that was deleted', async () => {
    const { id } = await given(flows.create(organizationId, draft))

    expect(await flows.delete(organizationId, id)).toEqual({ ok: true, value: undefined })
    expect((await given(flows.list(organizationId))).map((flow) => flow.id)).not.toContain(id)
    for (const answer of [
      await flows.get(organizationId, id),
      await flows.update(organizationId, id, { name: 'x' }),
      await flows.delete(organizationId, id),
      await flows.run(organizationId, ABSENT, 'key-1'),
    ])
      expect(answer).toMatchObject(notFound)
  })
})
