import { afterAll, beforeAll, expect, it } from 'vitest'

import { ABSENT } from '../../src/contract/example-body.ts'
import { defined } from '../../src/core/catalog/defined.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
let flows: readonly string[]

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  const ends = await addEnds(api, base)
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) ids.push((await post('flows', { name, ...ends })).body.id)
  flows = ids
})
afterAll(() => api.stop())

const post = (path: string, body: object) => api.call('ada', 'POST', `${base}/${path}`, body)
const email = { kind: 'email', recipients: ['ops@example.com'], events: ['failed'] }
const addChannel = async (flowIds?: readonly string[]) =>
  (await post('alert-channels', { ...email, ...defined({ flow_ids: flowIds }) })).body.id as string
const toldBy = async (...ids: readonly string[]) => {
  const { channels } = (await api.call('ada', 'GET', `${base}/alert-channels`)).body
  return ids.map((id) => channels.find((channel: { id: string }) => channel.id === id).flow_ids)
}
const tell = (flowIds: readonly string[], channels: Readonly<Record<string, boolean>>) =>
  post('alert-channels/flows', {
    flow_ids: flowIds,
    channels: Object.entries(channels).map(([id, isAlerted]) => ({ id, is_alerted: isAlerted })),
  })

it('many channels tell of flows, or no longer, by one call, and each keeps its other flows', async () => {
  const [a = '', b = '', c = ''] = flows
  const [one, other] = [await addChannel([a]), await addChannel([a, b, c])]
  expect((await tell([b, c], { [one]: true, [other]: false })).status).toBe(204)
  expect(await toldBy(one, other)).toEqual([[a, b, c], [a]])
  const { events } = (await api.call('ada', 'GET', `${base}/audit`)).body
  expect(events.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(
    Array(2).fill('alert-channel.updated'),
  )
})

it('all of the channels change, or none', async () => {
  const [a = '', b = ''] = flows
  const [one, silent, every] = [await addChannel([a]), await addChannel([b]), await addChannel()]
  for (const wrong of [{ [silent]: false }, { [every]: false }, { [ABSENT]: true }])
    expect((await tell([b], { [one]: true, ...wrong })).status).toBeGreaterThanOrEqual(404)
  expect(await toldBy(one, silent, every)).toEqual([[a], [b], null])
})

it('two who change the same channel at once lose nothing of each other', async () => {
  const [a = '', b = '', c = ''] = flows
  const id = await addChannel([a])
  await Promise.all([tell([b], { [id]: true }), tell([c], { [id]: true })])
  expect(new Set((await toldBy(id))[0])).toEqual(new Set([a, b, c]))
})

it('a channel with a flow that was deleted can still be changed, and names it again once it is restored', async () => {
  const [a = ''] = flows
  const { body } = await post('flows', { name: 'D', ...(await addEnds(api, base)) })
  const id = await addChannel([a, body.id])
  await api.call('ada', 'DELETE', `${base}/flows/${body.id}`)
  const changed = { ...email, events: ['failed', 'recovered'], flow_ids: [a, body.id] }
  expect((await api.call('ada', 'PUT', `${base}/alert-channels/${id}`, changed)).status).toBe(200)
  expect(await toldBy(id)).toEqual([[a, body.id]])
  expect((await tell([body.id], { [await addChannel([a])]: true })).status).toBe(422)
})
