import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('stand-ins on the machine of the server', () => {
  let api: Api
  let base: string
  beforeAll(async () => {
    api = await startApi({ startsTasks: true })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  const add = (type: string, capability: string, more: object = {}, server = api) =>
    server.call('ada', 'POST', `${base}/stand-ins`, { type, capability, ...more })
  const listed = async (server = api) => (await server.call('ada', 'GET', `${base}/stand-ins`)).body
  const connections = async () => (await api.call('ada', 'GET', `${base}/connections`)).body

  /** Runs a flow to its end. @returns its status, or why it failed */
  async function run(flowId: string, server = api): Promise<string> {
    const started = await server.call('ada', 'POST', `${base}/flows/${flowId}/run`)
    const { status, streams } = await endedRun(server, base, started.body.run_id)
    return streams?.[0]?.error?.message ?? status
  }

  async function flowBetween(source: string, destination: string, config: object = {}): Promise<string> {
    const ends = { source_connection: { id: source }, destination_connection: { id: destination } }
    return (
      await api.call('ada', 'POST', `${base}/flows`, { name: 'Tried', ...ends, config: { streams: [], ...config } })
    ).body.id
  }

  it.each([
    ['aws_cost_explorer_api', 'source', {}],
    ['postgres', 'source', {}],
    ['metronome', 'destination', {}],
    ['email', 'destination', { integration: 'smtp2go' }],
    ['email', 'destination', {}],
  ])('play %s as a %s: a connection that is tested and marked', async (type, capability, more) => {
    const { status, body } = await add(type, capability, more)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        type,
        capability,
        is_stand_in: true,
        name: expect.stringContaining('(test account)'),
        last_test: { ok: true },
      },
    })
    const integrations = (await api.call('ada', 'GET', `${base}/integrations`)).body
    expect(integrations).toContainEqual(expect.objectContaining({ id: body.integration_id, is_stand_in: true }))
  })

  it('have rows that arrive, start again after a restart, and are gone with one call', async () => {
    const sheet = await add('google_sheets', 'source')
    const table = await add('bigquery', 'destination')
    expect([sheet.body.last_test, table.body.last_test]).toMatchObject([{ ok: true }, { ok: true }])
    const flow = await flowBetween(sheet.body.id, table.body.id)
    expect(await run(flow)).toBe('succeeded')
    expect((await api.call('ada', 'GET', `${base}/flows/${flow}`)).body).toMatchObject({
      source_connection: { is_stand_in: true },
      destination_connection: { is_stand_in: true },
    })

    const { runs } = (await api.call('ada', 'GET', `${base}/flows/${flow}/runs`)).body
    const marked = { source: { is_stand_in: true }, destination: { is_stand_in: true } }
    const receipt = await api.call('ada', 'GET', `${base}/runs/${runs[0].id}/receipt`)
    expect([runs[0], receipt.body.run]).toMatchObject([marked, marked])

    // A process that has started none of them.
    const restarted = await startApi({ beside: api, takesRuns: false })
    try {
      const tested = await restarted.call('ada', 'POST', `${base}/connections/${table.body.id}/test`)
      expect(tested.body.stages.map(({ status }: { status: string }) => status)).not.toContain('failed')
      const found = await restarted.call('ada', 'POST', `${base}/connections/${sheet.body.id}/discover`)
      expect(JSON.stringify(found.body)).toContain('Orders')
    } finally {
      await restarted.stop()
    }

    expect(await listed()).toMatchObject({ flows: [{ name: 'Tried' }] })
    const removed = await api.call('ada', 'DELETE', `${base}/stand-ins`)
    expect(removed).toMatchObject({ status: 204 })
    expect([await connections(), (await listed()).integrations]).toEqual([[], []])
    const trash = (await api.call('ada', 'GET', `${base}/trash`)).body
    expect(JSON.stringify(trash)).toContain('BigQuery')
  })

  it('are offered where the operator has not turned them off, and refused for a capability that a type lacks', async () => {
    expect((await listed()).types.map(({ type }: { type: string }) => type)).toContain('metronome')
    expect(await add('metronome', 'source')).toMatchObject({ status: 422, body: { details: { field: 'capability' } } })
    const off = await startApi({ beside: api, environment: { STAND_INS: 'off' } })
    try {
      expect((await listed(off)).types).toEqual([])
      expect(await add('metronome', 'destination', {}, off)).toMatchObject({
        status: 409,
        body: { code: 'STAND_IN_UNAVAILABLE', message: expect.stringContaining('STAND_INS=off') },
      })
    } finally {
      await off.stop()
    }
  })
})
