import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

interface File {
  readonly name: string
  readonly text: string
}

let api: Api
let base: string
let flowId: string
let files: readonly File[]

beforeAll(async () => {
  api = await startApi()
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(
    urlOfDatabase(api, 'shop'),
    `create table orders (id int primary key, name text); insert into orders values (1, 'a'), (2, 'b'), (3, 'c')`,
  )
})
afterAll(() => api.stop())

/** An organization with a flow that has run once, when the shop had two orders, and its files. */
beforeEach(async () => {
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  const source_connection = { id: await addPostgresConnection(api, 'ada', base, 'shop') }
  const destination_connection = { id: await addPostgresConnection(api, 'ada', base, 'warehouse') }
  const streams = [{ entity: 'public.orders', target: 'orders', mode: 'append', cursor: 'id' }]
  const draft = { name: 'Orders', source_connection, destination_connection, config: { streams } }
  flowId = (await api.call('ada', 'POST', `${base}/flows`, draft)).body.id
  await run(urlOfDatabase(api, 'warehouse'), 'drop table if exists orders')
  await run(urlOfDatabase(api, 'shop'), 'delete from orders where id > 3')
  expect(await ended((await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)).body.run_id)).toMatchObject({
    status: 'succeeded',
    rows_written: 3,
  })
  await run(urlOfDatabase(api, 'shop'), `insert into orders values (4, 'd')`)
  files = (await api.call('ada', 'GET', `${base}/code`)).body.files
})

const ended = (id: string) => endedRun(api, base, id)
const edited = (name: string, edit: (text: string) => string): readonly File[] =>
  files.map((file) => (file.name === name ? { name, text: edit(file.text) } : file))
const tryCode = async (body: object, as = 'ada') => api.call(as, 'POST', `${base}/code/dry-runs`, body)
const rowsOf = ({ streams }: { streams: { target: string; difference?: object }[] }) =>
  streams.map(({ target, difference }) => ({ target: target.replace('public.', ''), ...difference }))
const warehouse = () => run(urlOfDatabase(api, 'warehouse'), 'select * from orders order by id')
const newFlow = (name: string, more = '') => ({
  name: `flows/${name}.yaml`,
  text: `millrace: 1\nkind: flow\nname: ${name}\nsource: shop\ndestination: warehouse\n${more}streams: [{ entity: public.orders, target: ${name} }]\n`,
})

it('says which rows a changed flow and a new one would change, without saving or writing anything', async () => {
  const changed = edited('flows/orders.yaml', (text) =>
    text.replace('mode: append', 'mode: replace').replace(/ *cursor: id\n/, ''),
  )
  const { body: before } = await api.call('ada', 'GET', `${base}/flows`)
  const answer = await tryCode({ files: [...changed, newFlow('copies', 'enabled: false\n')] })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      flows: [
        { name: 'Orders', file: 'flows/orders.yaml', action: 'changed' },
        { name: 'copies', file: 'flows/copies.yaml', action: 'created' },
      ],
      next_cursor: null,
    },
  })
  const [orders, copies] = await Promise.all(answer.body.flows.map((flow: { run_id: string }) => ended(flow.run_id)))
  expect(orders).toMatchObject({
    ...{ status: 'succeeded', dry: true, flow_id: flowId, draft: { file: 'flows/orders.yaml' } },
    flow: { config: { streams: [{ mode: 'replace' }] } },
  })
  expect(orders).not.toHaveProperty('flow_version')
  expect(rowsOf(orders)).toEqual([{ target: 'orders', created: 1, changed: 0, removed: 0, unchanged: 3 }])
  expect(copies).toMatchObject({
    ...{ status: 'succeeded', dry: true, flow_name: 'copies' },
    draft: { file: 'flows/copies.yaml', is_new: true },
  })
  expect(rowsOf(copies)).toEqual([{ target: 'copies', created: 4, changed: 0, removed: 0, unchanged: 0 }])

  // Neither the last run, nor the freshness, nor the version of the flow.
  expect((await api.call('ada', 'GET', `${base}/flows`)).body).toEqual(before)
  expect(await warehouse()).toHaveLength(3)
  const { body: listed } = await api.call('ada', 'GET', `${base}/runs?dry=only`)
  expect(listed.runs.map(({ draft }: { draft: object }) => draft)).toEqual([copies.draft, orders.draft])
  const { body: audit } = await api.call('ada', 'GET', `${base}/audit`)
  expect(JSON.stringify(audit).match(/run\.dry/g)).toHaveLength(2)
})

it('leaves the flow where it was: the next run, and the first one after the apply, read on from there', async () => {
  const changed = edited('flows/orders.yaml', (text) => `${text}freshness_minutes: 60\n`)
  const [tried] = (await tryCode({ files: changed })).body.flows
  expect((await ended(tried.run_id)).streams).toMatchObject([
    { window: { cursor: 'id', from: '-9997' }, difference: { created: 1, removed: 0 } },
  ])
  expect((await api.call('ada', 'POST', `${base}/code/apply`, { files: changed })).status).toBe(200)
  const { body } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)
  expect(await ended(body.run_id)).toMatchObject({ status: 'succeeded', rows_written: 1 })
  const { body: versions } = await api.call('ada', 'GET', `${base}/flows/${flowId}/versions`)
  expect(versions.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
})

it('cannot be approved or repeated, because what was tried is not what is saved', async () => {
  const changed = edited('flows/orders.yaml', (text) => text.replace('target: orders', 'target: others'))
  const [tried] = (await tryCode({ files: changed })).body.flows
  await ended(tried.run_id)
  const refused = {
    status: 409,
    body: { code: 'NOT_APPROVABLE', message: expect.stringContaining('flows/orders.yaml') },
  }
  expect(await api.call('ada', 'POST', `${base}/runs/${tried.run_id}/approval`)).toMatchObject(refused)
  expect(await api.call('ada', 'POST', `${base}/runs/${tried.run_id}/run-approved`)).toMatchObject(refused)
  await api.call('ada', 'POST', `${base}/code/apply`, { files: changed })
  expect(await api.call('ada', 'POST', `${base}/runs/${tried.run_id}/approval`)).toMatchObject(refused)
  expect(await api.call('ada', 'POST', `${base}/runs/${tried.run_id}/retry`)).toMatchObject({
    status: 409,
    body: { code: 'NOTHING_TO_RETRY', message: expect.stringContaining('flows/orders.yaml') },
  })
})

it('says of a flow whose connection changes, or is running, why it is not compared; the others go on', async () => {
  const changed = edited('connections/warehouse.yaml', (text) => text.replace('sslmode: prefer', 'sslmode: disable'))
  const [inShop] = files.filter(({ name }) => name === 'connections/shop.yaml')
  const second = {
    name: 'second.yaml',
    text: (inShop?.text ?? '').replace(/^id: .*\n/m, '').replace('name: shop', 'name: Second'),
  }
  const secrets = Object.fromEntries(
    ['SHOP', 'WAREHOUSE'].map((name) => [`env:MILLRACE_${name}_PASSWORD`, api.postgres.password]),
  )
  const within = {
    name: 'flows/within.yaml',
    text: newFlow('within').text.replace('destination: warehouse', 'destination: shop'),
  }
  const over = {
    name: 'flows/over.yaml',
    text: newFlow('over')
      .text.replace('source: shop', 'source: Second')
      .replace('destination: warehouse', 'destination: shop'),
  }
  const { body } = await tryCode({ files: [...changed, second, newFlow('copies'), over, within], secrets })
  const reason = (name: string) => expect.stringContaining(`“${name}” is new or changed in the files`)
  expect(body.flows).toMatchObject([
    { name: 'copies', message: reason('warehouse') },
    { name: 'over', message: reason('Second') },
    { name: 'within', run_id: expect.any(String) },
  ])
  expect(await ended(body.flows[2].run_id)).toMatchObject({ status: 'succeeded' })

  await run(api.storeUrl, `update millrace.runs set finished_at = null, status = 'running' where flow_id = $1`, [
    flowId,
  ])
  const busy = edited('flows/orders.yaml', (text) => text.replace('target: orders', 'target: others'))
  expect((await tryCode({ files: [...busy, newFlow('copies')] })).body.flows).toMatchObject([
    { name: 'Orders', message: expect.stringContaining('running already') },
    { name: 'copies', run_id: expect.any(String) },
  ])
})

it('starts three at a time, of flows that do not change only if it is asked, and none of files with faults', async () => {
  const more = ['a', 'b', 'c', 'd'].map((name) => newFlow(name))
  const first = (await tryCode({ files: [...files, ...more] })).body
  expect(first.flows.map(({ name }: File) => name)).toEqual(['a', 'b', 'c'])
  const second = (await tryCode({ files: [...files, ...more], cursor: first.next_cursor, state: first.state })).body
  expect(second).toMatchObject({ flows: [{ name: 'd' }], next_cursor: null })
  for (const { run_id } of [...first.flows, ...second.flows]) await ended(run_id)

  expect((await tryCode({ files })).body.flows).toEqual([])
  const [saved] = (await tryCode({ files, all: true })).body.flows
  expect(saved).toMatchObject({ name: 'Orders', run_id: expect.any(String) })
  expect(await ended(saved.run_id)).not.toHaveProperty('draft')
  expect((await api.call('ada', 'POST', `${base}/runs/${saved.run_id}/approval`)).status).toBe(204)

  const wrong = edited('flows/orders.yaml', (text) => text.replace('mode: append', 'mode: apend'))
  expect(await tryCode({ files: wrong })).toMatchObject({ status: 422, body: { code: 'CODE_FAULTS' } })
  await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { name: 'Mine' })
  expect(await tryCode({ files, state: first.state })).toMatchObject({ status: 409, body: { code: 'PLAN_OUTDATED' } })
})

it('tries a flow in the trash from where it had read, as an apply restores it', async () => {
  await api.call('ada', 'DELETE', `${base}/flows/${flowId}`)
  const [tried] = (await tryCode({ files })).body.flows
  expect(tried).toMatchObject({ name: 'Orders', action: 'restored' })
  expect((await ended(tried.run_id)).streams).toMatchObject([
    { window: { cursor: 'id', from: '-9997' }, difference: { created: 1, removed: 0 } },
  ])
  expect((await api.call('ada', 'GET', `${base}/trash`)).body.map(({ name }: File) => name)).toEqual(['Orders'])
})
