import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { readEvents } from '../support/read-events.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let listener: pg.Client
let heard: { readonly channel: string; readonly at: number }[]

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  listener = new pg.Client({ connectionString: api.storeUrl })
  await listener.connect()
  for (let number = 0; number < 64; number++) await listener.query(`listen millrace_changes_${number}`)
  await listener.query('listen millrace_runs')
  heard = []
  listener.on('notification', ({ channel }) => void heard.push({ channel, at: performance.now() }))
}, 60_000)

afterAll(async () => {
  await listener.end()
  await api.stop()
})

it('a process tells changes outside of its transactions, ten times a second at most, and browsers miss none', async () => {
  const organizationId = await api.organizationOf('ada')
  const base = `/v1/organizations/${organizationId}`
  const id = await addPostgresConnection(api, 'ada', base, 'postgres')
  const flows = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const flow = { source_connection: { id }, destination_connection: { id } }
      return (await api.call('ada', 'POST', `${base}/flows`, flow)).body.id as string
    }),
  )
  const told = new Set<unknown>()
  let began = 0
  const hello = Promise.withResolvers<void>()
  const reading = readEvents(await api.fetch('ada', `${base}/events`), ({ event, data }) => {
    if (event === 'hello') hello.resolve()
    if (event === 'change' && began > 0) told.add(data.id)
    return told.size === flows.length
  })
  await hello.promise
  heard.length = 0
  began = performance.now()
  await Promise.all(flows.map((flow) => api.call('ada', 'PATCH', `${base}/flows/${flow}`, { name: `of ${flow}` })))
  await reading
  const seconds = (performance.now() - began) / 1_000
  expect(told).toEqual(new Set(flows))
  expect(heard.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1)
}, 60_000)
