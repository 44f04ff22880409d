import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]
const inBase64 = (key: Uint8Array) => Buffer.from(key).toString('base64')

let first: Api
const others: Api[] = []
let base: string
let integrationId: string
let flowId: string

/** Another server on the same store, as one that was started anew with other keys. */
async function startBeside(masterKey: Uint8Array, previous?: Uint8Array): Promise<Api> {
  const environment = previous ? { MASTER_KEY_PREVIOUS: inBase64(previous) } : {}
  const api = await startApi({ beside: first, masterKey, environment, takesRuns: false })
  others.push(api)
  return api
}

const details = (api: Api) => api.call('ada', 'GET', `${base}/integrations/${integrationId}/details`)

beforeAll(async () => {
  // As the guide has it: every server knows the new key before one wraps with it, so a run may begin at any moment.
  first = await startApi({ masterKey: OLD, environment: { MASTER_KEY_PREVIOUS: inBase64(NEW) } })
  base = `/v1/organizations/${await first.organizationOf('ada')}`
  const { host, port, user, password, database } = first.postgres
  const connectionTo = async (name: string, dbname: string) => {
    const credentials = { host, port, user, password, dbname, sslmode: 'disable' }
    const integration = await first.call('ada', 'POST', `${base}/integrations`, { name, type: 'postgres', credentials })
    integrationId = integration.body.id
    const draft = { name, type: 'postgres', integration_id: integrationId, config: {} }
    return { id: (await first.call('ada', 'POST', `${base}/connections`, draft)).body.id as string }
  }
  await run(
    first.postgres.url,
    `create table numbers as select n as id, md5(n::text) as word from generate_series(1, 200000) n`,
  )
  await run(first.postgres.url, 'create database warehouse')
  const { body } = await first.call('ada', 'POST', `${base}/flows`, {
    source_connection: await connectionTo('Shop', database),
    destination_connection: await connectionTo('Warehouse', 'warehouse'),
    config: { streams: [{ entity: 'public.numbers' }], transformations: [] },
  })
  flowId = body.id
})
afterAll(async () => {
  for (const api of others) await api.stop()
  await first.stop()
})

it('changes the master key while a run is active, and every credential opens with the new one alone', {
  timeout: 60_000,
}, async () => {
  const { body: started } = await first.call('ada', 'POST', `${base}/flows/${flowId}/run`)
  const second = await startBeside(NEW, OLD)
  expect(second.logged.join('\n')).toContain('"rewrapped":2,"locked":0')
  expect((await details(second)).status).toBe(200)
  await expect
    .poll(async () => (await second.call('ada', 'GET', `${base}/runs/${started.run_id}`)).body.status, {
      timeout: 20_000,
    })
    .toBe('succeeded')

  expect((await details(await startBeside(NEW))).body.credentials).toMatchObject({ dbname: 'warehouse' })
})

it('refuses to start with another key, and says which variable to set', async () => {
  await expect(startBeside(randomBytes(32), OLD)).rejects.toThrow(
    /^MASTER_KEY is not the key that this database was used with; set it to that of the other processes/,
  )
})

it('starts once more when the key is given up for lost, leaves what no key opens as it is, and says that it is locked', async () => {
  const stored = () => run(first.storeUrl, 'select credentials from millrace.integrations order by id')
  const before = await stored()
  await run(first.storeUrl, 'delete from millrace.master_key')
  const stranger = await startBeside(randomBytes(32), OLD)
  expect(stranger.logged.join('\n')).toContain('"rewrapped":0,"locked":2')
  expect(await details(stranger)).toMatchObject({ status: 409, body: { code: 'LOCKED' } })
  expect(await stored()).toEqual(before)
})

it('is told by name when a previous key is none', async () => {
  await expect(startApi({ beside: first, environment: { MASTER_KEY_PREVIOUS: 'short' } })).rejects.toThrow(
    /MASTER_KEY_PREVIOUS/,
  )
})
