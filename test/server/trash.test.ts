import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let source: string

beforeAll(async () => {
  api = await startApi()
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  source = urlOfDatabase(api, 'shop')
  await run(source, 'create table visits (id int primary key); insert into visits values (1), (2)')
})
afterAll(() => api.stop())

const STREAM = { entity: 'public.visits', target: 'visits', mode: 'append', cursor: 'id' }
const DAILY = { cron: '0 6 * * *', timezone: 'Europe/Berlin' }

async function aFlow(schedule?: object) {
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  const [from, to] = [
    await addPostgresConnection(api, 'ada', base, 'shop'),
    await addPostgresConnection(api, 'ada', base, 'warehouse'),
  ]
  const ends = { source_connection: { id: from }, destination_connection: { id: to } }
  const config = { streams: [STREAM], transformations: [], ...(schedule && { schedule }) }
  const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Visits', ...ends, config })
  return { base, flowId: flow.id as string, from, to, config }
}

const trashOf = async (base: string, as = 'ada') => (await api.call(as, 'GET', `${base}/trash`)).body
const restore = (base: string, id: string, as = 'ada') => api.call(as, 'POST', `${base}/trash/${id}/restore`)
const remove = async (path: string) => expect((await api.call('ada', 'DELETE', path)).status).toBe(204)

async function runNow(base: string, flowId: string) {
  const { body } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)
  return endedRun(api, base, body.run_id)
}

async function joins(uid: string, base: string, role: string) {
  const { body } = await api.call('ada', 'POST', `${base}/invitations`, { email: `${uid}@example.com`, roles: [role] })
  const token = new URL(body.url).searchParams.get('token')
  return api.call(uid, 'POST', '/v1/invitations/accept', { token })
}

describe('a flow that was deleted', () => {
  it('is restored with its connections and their credentials, and goes on where it was', async () => {
    await run(urlOfDatabase(api, 'warehouse'), 'drop table if exists visits')
    const { base, flowId, from, to } = await aFlow()
    expect(await runNow(base, flowId)).toMatchObject({ status: 'succeeded', rows_written: 2 })
    const { body: before } = await api.call('ada', 'GET', `${base}/flows/${flowId}`)

    await remove(`${base}/flows/${flowId}`)
    for (const id of [from, to]) {
      const { body: connections } = await api.call('ada', 'GET', `${base}/connections`)
      const integration = connections.find((one: { id: string }) => one.id === id).integration_id
      await remove(`${base}/connections/${id}`)
      await remove(`${base}/integrations/${integration}`)
    }
    expect((await api.call('ada', 'GET', `${base}/flows`)).body).toEqual([])
    expect(await trashOf(base)).toMatchObject([
      { kind: 'connection', type: 'postgres', name: 'warehouse', needed_by: [{ id: flowId, name: 'Visits' }] },
      { kind: 'connection', name: 'shop', needed_by: [{ id: flowId }] },
      { id: flowId, kind: 'flow', name: 'Visits', needed_by: [] },
    ])

    const { status, body } = await restore(base, flowId)
    expect(status).toBe(200)
    expect(body.restored.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      'integration shop',
      'connection shop',
      'integration warehouse',
      'connection warehouse',
      'flow Visits',
    ])
    expect((await api.call('ada', 'GET', `${base}/flows/${flowId}`)).body).toEqual(before)
    expect(await trashOf(base)).toEqual([])
    await run(source, 'insert into visits values (3)')
    expect(await runNow(base, flowId)).toMatchObject({ status: 'succeeded', rows_written: 1 })
    const { body: streams } = await api.call('ada', 'GET', `${base}/flows/${flowId}/streams`)
    expect(streams).toMatchObject([{ bound: '3' }])
    expect(await run(urlOfDatabase(api, 'warehouse'), 'select id from visits order by id')).toHaveLength(3)
    const { body: log } = await api.call('ada', 'GET', `${base}/audit?action=flow.restored`)
    expect(log.events).toMatchObject([{ target_id: flowId, target_name: 'Visits' }])
  })

  it('keeps its runs with its name, and they are found by it', async () => {
    const { base, flowId } = await aFlow()
    const { id } = await runNow(base, flowId)
    await remove(`${base}/flows/${flowId}`)

    const named = { id, flow_id: flowId, flow_name: 'Visits', flow_deleted: true }
    expect((await api.call('ada', 'GET', `${base}/runs?q=visits`)).body.runs).toMatchObject([named])
    expect((await api.call('ada', 'GET', `${base}/runs/${id}`)).body).toMatchObject(named)
    expect((await api.call('ada', 'GET', `${base}/runs/${id}/receipt`)).status).toBe(200)
    expect((await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)).status).toBe(404)
  })

  it('has its waiting run cancelled, and starts none by its schedule', async () => {
    const { base, flowId } = await aFlow(DAILY)
    await run(source, 'create table if not exists held (id int)')
    await run(api.storeUrl, `update millrace.flows set due_at = now() + interval '1 hour' where id = '${flowId}'`)
    await remove(`${base}/flows/${flowId}`)
    const due = `select from millrace.flows where id = '${flowId}'`
    expect(await run(api.storeUrl, due)).toEqual([])
    await restore(base, flowId)
    // Planned again, and not for what was due meanwhile.
    await expect
      .poll(async () => (await run(api.storeUrl, `${due} and due_at > now()`)).length, { timeout: 10_000 })
      .toBe(1)
  })

  it('cannot be restored once a connection of it was deleted permanently, and the answer says so', async () => {
    const { base, flowId, from } = await aFlow()
    await remove(`${base}/flows/${flowId}`)
    await remove(`${base}/connections/${from}`)
    await remove(`${base}/trash/${from}`)
    expect(await restore(base, flowId)).toMatchObject({ status: 409, body: { code: 'PART_IS_GONE' } })
    expect(await trashOf(base)).toMatchObject([{ id: flowId }])
  })
})

describe('a schedule that was removed', () => {
  it('is in the trash, and comes back into its flow', async () => {
    const { base, flowId, config } = await aFlow(DAILY)
    const { schedule, ...plain } = config as typeof config & { schedule: object }
    const path = `${base}/flows/${flowId}`
    await api.call('ada', 'PATCH', path, { config: plain })
    const [entry] = await trashOf(base)
    expect(entry).toMatchObject({ kind: 'schedule', name: 'Visits' })

    expect((await restore(base, entry.id)).body.restored).toMatchObject([{ id: flowId, kind: 'schedule' }])
    expect((await api.call('ada', 'GET', path)).body.config.schedule).toEqual(DAILY)
    expect(await trashOf(base)).toEqual([])
  })

  it('is forgotten when the flow gets another one', async () => {
    const { base, flowId, config } = await aFlow(DAILY)
    const { schedule, ...plain } = config as typeof config & { schedule: object }
    const path = `${base}/flows/${flowId}`
    await api.call('ada', 'PATCH', path, { config: plain })
    await api.call('ada', 'PATCH', path, { config: { ...plain, schedule: { ...DAILY, cron: '0 7 * * *' } } })
    expect(await trashOf(base)).toEqual([])
  })
})

describe('an alert channel that was deleted', () => {
  it('comes back with its secret, and only those see it who may see channels', async () => {
    const { base } = await aFlow()
    const draft = { kind: 'webhook', url: 'https://example.com/hook', events: ['failed'], rejects_above: 0 }
    const { body: channel } = await api.call('ada', 'POST', `${base}/alert-channels`, { ...draft, recipients: [] })
    expect((await joins('gina', base, 'editor')).status).toBe(200)
    const sealed = () => run(api.storeUrl, `select secrets from millrace.alert_channels where id = '${channel.id}'`)
    const secrets = await sealed()
    await remove(`${base}/alert-channels/${channel.id}`)

    expect(await trashOf(base)).toMatchObject([{ kind: 'alert-channel', type: 'webhook', name: 'example.com' }])
    expect(await trashOf(base, 'gina')).toEqual([])
    expect((await restore(base, channel.id, 'gina')).status).toBe(403)
    expect((await restore(base, channel.id)).status).toBe(200)
    expect(await sealed()).toEqual(secrets)
  })
})

describe('the trash', () => {
  it('is seen by viewers, and changed only by who may change the thing', async () => {
    const { base, flowId, from } = await aFlow()
    await remove(`${base}/flows/${flowId}`)
    await remove(`${base}/connections/${from}`)
    expect((await joins('vera', base, 'viewer')).status).toBe(200)
    expect((await joins('edda', base, 'editor')).status).toBe(200)
    expect(await trashOf(base, 'vera')).toHaveLength(2)
    expect((await restore(base, flowId, 'vera')).status).toBe(403)
    expect((await api.call('vera', 'DELETE', `${base}/trash/${flowId}`)).status).toBe(403)
    // With the connection, its own credentials would be back, which an editor may neither delete nor restore.
    expect(await restore(base, flowId, 'edda')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await restore(base, from, 'edda')).status).toBe(403)
    expect((await api.call('edda', 'DELETE', `${base}/trash/${from}`)).status).toBe(403)
    expect((await restore(base, from)).status).toBe(200)
    expect((await restore(base, flowId, 'edda')).status).toBe(200)
    expect((await api.call('nobody', 'GET', `${base}/trash`)).status).toBe(404)
  })

  it('is listed however much was deleted after it, with all that cannot be restored without it', async () => {
    const { base, flowId, from } = await aFlow()
    await remove(`${base}/flows/${flowId}`)
    await remove(`${base}/connections/${from}`)
    await run(
      api.storeUrl,
      `insert into millrace.trash (id, organization_id, kind, name, content, deleted_at)
       select gen_random_uuid(), organization_id, 'flow', 'Later ' || n, content, now() + interval '1 minute'
       from millrace.trash, generate_series(1, 600) n where id = '${flowId}'`,
    )
    const listed = await trashOf(base)
    expect(listed).toHaveLength(602)
    expect(listed.find(({ id }: { id: string }) => id === from).needed_by).toHaveLength(601)
  })

  it('of one organization is not that of another', async () => {
    const { base, flowId } = await aFlow()
    await remove(`${base}/flows/${flowId}`)
    const other = `/v1/organizations/${await api.organizationOf('ada', 'Other')}`
    expect(await trashOf(other)).toEqual([])
    expect((await restore(other, flowId)).status).toBe(404)
    expect((await api.call('ada', 'DELETE', `${other}/trash/${flowId}`)).status).toBe(404)
  })

  it('keeps everything for 30 days; then the runs of a flow stay, with its name', async () => {
    const { base, flowId, from } = await aFlow()
    const { id } = await runNow(base, flowId)
    await remove(`${base}/flows/${flowId}`)
    await remove(`${base}/connections/${from}`)
    const age = (days: number) =>
      run(api.storeUrl, `update millrace.trash set deleted_at = now() - interval '${days} days'`)
    const nextStart = async () => (await startApi({ takesRuns: false, beside: api })).stop()

    await age(29)
    await nextStart()
    expect(await trashOf(base)).toHaveLength(2)
    await age(31)
    await nextStart()
    expect(await trashOf(base)).toEqual([])
    expect((await restore(base, flowId)).status).toBe(404)
    expect((await api.call('ada', 'GET', `${base}/runs/${id}`)).body).toMatchObject({ flow_name: 'Visits' })
    expect(await run(api.storeUrl, `select from millrace.stream_positions where flow_id = '${flowId}'`)).toEqual([])
  })
})

describe('an organization that was deleted', () => {
  it('is closed for all, and an owner takes it back with its members and its flows', async () => {
    const { base, flowId } = await aFlow(DAILY)
    const id = base.split('/').at(-1)
    await joins('olaf', base, 'admin')
    await remove(base)

    for (const uid of ['ada', 'olaf']) expect((await api.call(uid, 'GET', `${base}/flows`)).status).toBe(404)
    expect(await run(api.storeUrl, `select from millrace.memberships where organization_id = '${id}'`)).toEqual([])
    const deletedOf = async (uid: string) => (await api.call(uid, 'GET', '/v1/organizations/deleted')).body
    expect(await deletedOf('ada')).toMatchObject([{ id, name: 'ada’s', expires_at: expect.any(String) }])
    expect(await deletedOf('olaf')).toEqual([])
    expect((await api.call('olaf', 'POST', `/v1/organizations/${id}/restore`)).status).toBe(404)

    expect(await api.call('ada', 'POST', `/v1/organizations/${id}/restore`)).toMatchObject({
      status: 200,
      body: { id, roles: ['owner'] },
    })
    expect((await api.call('olaf', 'GET', `${base}/flows`)).body).toMatchObject([{ id: flowId }])
    expect(await deletedOf('ada')).toEqual([])
    const { body: log } = await api.call('ada', 'GET', `${base}/audit`)
    expect(log.events.slice(0, 2)).toMatchObject([
      { action: 'organization.restored' },
      { action: 'organization.deleted' },
    ])
  })

  it('accepts nobody, and is deleted permanently after 7 days', async () => {
    const base = `/v1/organizations/${await api.organizationOf('ada', 'Gone')}`
    const id = base.split('/').at(-1)
    const { body: invited } = await api.call('ada', 'POST', `${base}/invitations`, {
      email: 'late@example.com',
      roles: ['viewer'],
    })
    await remove(base)
    const token = new URL(invited.url).searchParams.get('token')
    expect((await api.call('late', 'POST', '/v1/invitations/accept', { token })).status).toBe(404)

    await run(
      api.storeUrl,
      `update millrace.organizations set deleted_at = now() - interval '8 days' where id = '${id}'`,
    )
    await (await startApi({ takesRuns: false, beside: api })).stop()
    expect(await run(api.storeUrl, `select from millrace.organizations where id = '${id}'`)).toEqual([])
    expect((await api.call('ada', 'POST', `/v1/organizations/${id}/restore`)).status).toBe(404)
  })
})
