import { beforeEach, describe, expect, it } from 'vitest'

import type { Flow } from '../../src/core/flows/flow.ts'
import { aFlow } from '../support/builders.ts'
import { signedInClient } from '../support/open-client.ts'

const FLOWS = '/v1/organizations/org-1/flows'
const step = (id: string) => ({ id, type: 'limit', settings: {} })
const withSteps = (...ids: string[]): Flow =>
  aFlow({ id: 'f1', config: { streams: [], transformations: ids.map(step) } })

async function withFlow() {
  const client = await signedInClient()
  client.api.state.flows.push({
    id: 'f1',
    source_connection: { id: 'c1', position: { x: 1, y: 2 } },
    destination_connection: { id: 'c2', position: { x: 3, y: 4 } },
    config: { transformations: [{ id: 't1', position: { x: 5, y: 6 } }] },
  })
  return client
}

beforeEach(() => localStorage.clear())

describe('removing a transformation', () => {
  it('removes it from the flow and saves the flow', async () => {
    const client = await withFlow()

    await client.services.removeTransformation(withSteps('t1', 't2', 't3'), 't2')

    expect(client.made()).toEqual([`PATCH ${FLOWS}/f1`])
    expect(client.api.calls[0]?.body).toEqual({
      config: { streams: [], transformations: [step('t1'), step('t3')] },
    })
  })
})

describe('running a flow', () => {
  it('triggers a run with an empty body, then reloads the flows', async () => {
    const client = await withFlow()

    await client.services.runFlow('f1')

    expect(client.made()).toEqual([`POST ${FLOWS}/f1/run`, `GET ${FLOWS}`])
    expect(client.api.calls[0]?.body).toBeUndefined()
    expect(client.resources.flows.get('org-1')).toMatchObject([{ id: 'f1' }])
  })
})

describe('positions', () => {
  it('are (50,150) for the source, (450,150) for the destination and (250, 50+100*i) for transformation i', async () => {
    const { services } = await signedInClient()

    expect(services.loadPositions(withSteps('t0', 't1', 't2'))).toEqual({
      source: { x: 50, y: 150 },
      destination: { x: 450, y: 150 },
      transformations: { t0: { x: 250, y: 50 }, t1: { x: 250, y: 150 }, t2: { x: 250, y: 250 } },
    })
  })

  it('are stored in the browser’s local storage, each flow’s for itself', async () => {
    const { services } = await signedInClient()
    services.savePositions('f1', { source: { x: 7, y: 8 } })

    const { services: afterReload } = await signedInClient()

    expect(afterReload.loadPositions(aFlow({ id: 'f1' })).source).toEqual({ x: 7, y: 8 })
    expect(afterReload.loadPositions(aFlow({ id: 'f2' })).source).toEqual({ x: 50, y: 150 })
    expect(Object.keys(localStorage)).toEqual([expect.stringContaining('f1')])
  })

  it('are not sent to the server on update, wherever they came from', async () => {
    const client = await withFlow()
    const fetched = await client.services.fetchFlow('f1')
    if (!fetched.ok) throw new Error('no flow')
    client.services.savePositions('f1', { source: { x: 7, y: 8 } })

    await client.services.updateFlow(fetched.value, fetched.value)

    const { body } = client.api.calls.at(-1) ?? {}
    expect(body).toMatchObject({ source_connection: { id: 'c1' }, config: { transformations: [{ id: 't1' }] } })
    expect(JSON.stringify(body)).not.toContain('position')
    expect(JSON.stringify(body)).not.toContain('"x"')
  })
})

it.each([
  ['listFlows', `GET ${FLOWS}`],
  ['fetchFlow', `GET ${FLOWS}/f1`],
  ['deleteFlow', `DELETE ${FLOWS}/f1`],
] as const)('keeps an error of %s as a state: it is logged, with no toast', async (name, call) => {
  const client = await withFlow()
  client.api.answerNext(call, () => new Response('', { status: 500 }))

  expect(await client.services[name]('f1')).toMatchObject({ ok: false, failure: { kind: 'http', status: 500 } })

  expect(client.said()).toEqual([])
  expect(client.log.errors).toHaveLength(1)
})
