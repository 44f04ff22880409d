import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
let connection: { id: string }

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

beforeEach(async () => {
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  const { host, port, user } = api.postgres
  const credentials = { host, port, user, password: 'secret', dbname: 'shop', sslmode: 'prefer' }
  const integration = { name: 'Shop', type: 'postgres', credentials }
  const { body } = await api.call('ada', 'POST', `${base}/integrations`, integration)
  const draft = { name: 'Shop', type: 'postgres', integration_id: body.id, config: {} }
  connection = (await api.call('ada', 'POST', `${base}/connections`, draft)).body
})

const schedule = { cron: '0 3 * * *', timezone: 'UTC' }
const filter = { id: 't1', type: 'filter', settings: { where: 'total > 0' } }
const limit = { id: 't2', type: 'limit', settings: { rows: 1000 } }
const unfinished = { id: 't3', type: 'sort', settings: { by: [{ column: '', direction: 'ascending' }] } }

const configOf = (steps: object[] = [], more: object = {}) => ({ streams: [], transformations: steps, ...more })
const nightly = (...steps: object[]) => configOf(steps, { schedule })

async function aFlow(config: object = nightly()) {
  const ends = { source_connection: { id: connection.id }, destination_connection: { id: connection.id } }
  const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', config, ...ends })
  const path = `${base}/flows/${body.id}`
  const ask = async (place = '') => (await api.call('ada', 'GET', `${path}${place}`)).body
  return {
    id: body.id as string,
    path,
    ask,
    edit: (change: object, edition?: number, as = 'ada') =>
      api.call(as, 'PUT', `${path}/draft`, change, edition === undefined ? {} : { 'if-match': `"${edition}"` }),
    publish: (body: object = {}, edition?: number) =>
      api.call('ada', 'POST', `${path}/publish`, body, edition === undefined ? {} : { 'if-match': `"${edition}"` }),
    versions: async () => (await ask('/versions')).versions as Record<string, unknown>[],
    steps: async (place = '') =>
      (await ask(place)).config.transformations.map(({ id }: { id: string }) => id) as string[],
  }
}

const snapshotOf = async (runId: string) => {
  const [row] = await run(api.storeUrl, `select flow_snapshot, flow_version from millrace.runs where id = '${runId}'`)
  return row as { flow_snapshot: { config: { transformations: unknown[] } }; flow_version: number }
}

it('has no two steps and no two comments with one id, nor has a flow', async () => {
  const flow = await aFlow()
  const comment = { id: 'c1', text: 'Why', x: 0, y: 0 }
  const ends = { source_connection: { id: connection.id }, destination_connection: { id: connection.id } }
  for (const [config, field] of [
    [configOf([filter, limit, filter]), 'config.transformations.2.id'],
    [configOf([filter], { comments: [comment, comment] }), 'config.comments.1.id'],
  ] as const) {
    const refused = { status: 422, body: { code: 'INVALID', details: { field } } }
    expect(await flow.edit({ config }, 1)).toMatchObject(refused)
    expect(await api.call('ada', 'PATCH', flow.path, { config })).toMatchObject(refused)
    expect(await api.call('ada', 'POST', `${base}/flows`, { name: 'Two', config, ...ends })).toMatchObject(refused)
  }
  // A step and a comment are different things.
  expect(await flow.edit({ config: configOf([filter], { comments: [{ ...comment, id: 't1' }] }) }, 1)).toMatchObject({
    status: 200,
  })
})

it('of a flow with a schedule waits until it is published: runs use what is published', async () => {
  const flow = await aFlow()
  const edited = await flow.edit({ config: nightly(filter) }, 1)
  expect(edited).toMatchObject({
    status: 200,
    body: {
      version: 1,
      edition: 2,
      publishes_at_once: false,
      config: { transformations: [filter] },
      draft: { changes: 1, updated_by: { uid: 'ada', name: expect.any(String) } },
      draft_changes: [{ path: ['transformations', '1 filter'], kind: 'added' }],
    },
  })
  expect(await flow.steps()).toEqual([])
  expect((await api.call('ada', 'GET', `${base}/flows`)).body).toMatchObject([{ draft: { changes: 1 }, version: 1 }])
  const before = await snapshotOf((await api.call('ada', 'POST', `${flow.path}/run`)).body.run_id)
  expect(before).toMatchObject({ flow_version: 1, flow_snapshot: { config: { transformations: [] } } })

  expect(await flow.publish({ note: 'Only paid orders' }, 2)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await flow.steps()).toEqual(['t1'])
  expect(await flow.ask()).not.toHaveProperty('draft')
  expect(await flow.versions()).toMatchObject([{ version: 2, note: 'Only paid orders' }, { version: 1 }])
  const audit = (await api.call('ada', 'GET', `${base}/audit`)).body
  expect(JSON.stringify(audit)).toContain('flow.published')
})

it('has no schedule, name, switch or limit: they hold at once', async () => {
  const flow = await aFlow()
  const later = { ...schedule, cron: '0 5 * * *' }
  const change = { name: 'Late orders', enabled: false, freshness_minutes: 90 }
  await flow.edit({ ...change, config: configOf([filter], { schedule: later }) })

  expect(await flow.ask()).toMatchObject({
    ...change,
    version: 2,
    config: { schedule: later, transformations: [] },
    draft: { changes: 1 },
  })
})

it('is never in the way of a scheduled run while a step is unfinished, and is not published before', async () => {
  const flow = await aFlow()
  expect((await flow.edit({ config: nightly(unfinished) })).status).toBe(200)
  expect((await api.call('ada', 'POST', `${flow.path}/run`)).status).toBe(202)
  expect(await flow.publish()).toMatchObject({ status: 422, body: { code: 'STEP_UNFINISHED' } })
  expect((await api.call('ada', 'POST', `${flow.path}/dry-run?of=draft`)).status).toBe(422)
})

it('keeps an unfinished step of a flow that publishes at once, until it is finished', async () => {
  const flow = await aFlow(configOf())
  await flow.edit({ config: configOf([filter]) })
  expect(await flow.steps()).toEqual(['t1'])

  const kept = await flow.edit({ config: configOf([filter, unfinished]) })
  expect(kept.body).toMatchObject({ publishes_at_once: true, version: 2, draft: { changes: 1 } })
  expect(await flow.steps()).toEqual(['t1'])

  const finished = { ...unfinished, settings: { by: [{ column: 'id', direction: 'ascending' }] } }
  await flow.edit({ config: configOf([filter, finished]) })
  expect(await flow.steps()).toEqual(['t1', 't3'])
  expect(await flow.ask()).not.toHaveProperty('draft')
})

it('has the edits of five minutes of one person in one version, unless a run has used the one before', async () => {
  const flow = await aFlow(configOf())
  await flow.edit({ config: configOf([filter]) })
  await flow.edit({ config: configOf([filter, limit]) })
  await flow.edit({ config: configOf([limit]) })
  expect(await flow.versions()).toMatchObject([
    { version: 4, changes: [{ path: ['transformations', '1 limit'], kind: 'added' }] },
    { version: 1 },
  ])

  await api.call('ada', 'POST', `${flow.path}/run`)
  await flow.edit({ config: configOf([limit, filter]) })
  expect((await flow.versions()).map(({ version }) => version)).toEqual([5, 4, 1])

  await run(api.storeUrl, `update millrace.versions set edited_since = now() - interval '6 minutes' where version = 5`)
  await flow.edit({ config: configOf([filter]) })
  expect((await flow.versions()).map(({ version }) => version)).toEqual([6, 5, 4, 1])
})

it('is not overwritten by somebody who has seen an older state, and the answer says who was first', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) }, 1)
  const second = await flow.edit({ config: nightly(limit) }, 1)
  expect(second).toMatchObject({ status: 409, body: { code: 'FLOW_CHANGED' } })
  expect(await flow.ask('/draft')).toMatchObject({ edition: 2, changed_by: { uid: 'ada' } })
  expect((await flow.publish({}, 1)).status).toBe(409)
  expect((await flow.edit({ config: nightly(filter, limit) }, 2)).status).toBe(200)
})

it('follows what is published beside it, unless both change the same part', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  const streams = [{ entity: 'public.orders', mode: 'replace' }]
  await api.call('ada', 'PATCH', flow.path, { config: { ...nightly(), streams } })
  expect(await flow.ask('/draft')).toMatchObject({
    config: { streams, transformations: [filter] },
    draft_changes: [{ path: ['transformations', '1 filter'] }],
  })

  await api.call('ada', 'PATCH', flow.path, { config: { ...nightly(limit), streams } })
  const draft = await flow.ask('/draft')
  expect(draft).toMatchObject({ version: 3, base: { config: { transformations: [] } } })
  expect(draft.config.transformations).toEqual([filter])
  expect(await flow.publish()).toMatchObject({ status: 409, body: { code: 'DRAFT_OUTDATED' } })

  const merged = { config: { ...nightly(limit, filter), streams }, base_version: 3 }
  const saved = await flow.edit(merged, draft.edition)
  expect(saved.body).not.toHaveProperty('base')
  expect((await flow.publish()).status).toBe(200)
  expect(await flow.steps()).toEqual(['t2', 't1'])
})

it('is gone when somebody publishes the same, or undoes all of it', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  await api.call('ada', 'PATCH', flow.path, { config: nightly(filter) })
  expect(await flow.ask()).not.toHaveProperty('draft')

  await flow.edit({ config: nightly(limit) })
  await flow.edit({ config: nightly(filter) })
  expect(await flow.ask()).not.toHaveProperty('draft')
  expect(await flow.publish()).toMatchObject({ status: 409, body: { code: 'NO_DRAFT' } })
})

it('is discarded into the trash, from where it comes back', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  expect((await api.call('ada', 'DELETE', `${flow.path}/draft`)).status).toBe(204)
  expect(await flow.ask()).not.toHaveProperty('draft')
  expect((await api.call('ada', 'DELETE', `${flow.path}/draft`)).status).toBe(409)

  const [entry] = (await api.call('ada', 'GET', `${base}/trash`)).body
  expect(entry).toMatchObject({ kind: 'draft', name: 'Orders' })
  await flow.edit({ config: nightly(limit) })
  expect((await api.call('ada', 'POST', `${base}/trash/${entry.id}/restore`)).body.code).toBe('FLOW_HAS_DRAFT')
  await flow.publish()
  expect((await api.call('ada', 'POST', `${base}/trash/${entry.id}/restore`)).status).toBe(200)
  expect(await flow.ask('/draft')).toMatchObject({ draft: { changes: expect.any(Number) } })
})

it('waits in the trash with its flow, and comes back with it', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  await api.call('ada', 'DELETE', flow.path)
  await api.call('ada', 'POST', `${base}/trash/${flow.id}/restore`)
  expect(await flow.steps('/draft')).toEqual(['t1'])
  expect(await flow.steps()).toEqual([])
})

it('is the setting of the organization and of the flow', async () => {
  const byHand = await aFlow(configOf())
  await api.call('ada', 'PATCH', byHand.path, { publishing: 'draft' })
  expect((await byHand.edit({ config: configOf([filter]) })).body).toMatchObject({ draft: { changes: 1 } })
  await api.call('ada', 'PATCH', byHand.path, { publishing: 'at_once' })
  expect((await byHand.edit({ config: configOf([filter, limit]) })).body).toMatchObject({ draft: { changes: 2 } })

  const scheduled = await aFlow()
  const organization = await api.call('ada', 'PUT', base, { name: 'Org', publishing: 'at_once' })
  expect(organization.body).toMatchObject({ publishing: 'at_once' })
  await scheduled.edit({ config: nightly(filter) })
  expect(await scheduled.steps()).toEqual(['t1'])
})

it('keeps what is published when a flow gets a schedule', async () => {
  const flow = await aFlow(configOf([filter]))
  await flow.edit({ config: configOf([filter, unfinished]) })
  await flow.edit({ config: nightly(filter, unfinished) })
  expect(await flow.ask()).toMatchObject({ config: { schedule, transformations: [filter] }, draft: { changes: 1 } })
})

it('is for editors; viewers see that there is one', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  await api.organizationOf('vera')
  await run(
    api.storeUrl,
    `insert into millrace.memberships (organization_id, user_uid, roles) select organization_id, 'vera', '{viewer}' from millrace.flows where id = '${flow.id}'`,
  )
  expect((await api.call('vera', 'GET', flow.path)).body).toMatchObject({ draft: { changes: 1 } })
  expect((await flow.edit({ config: nightly() }, undefined, 'vera')).status).toBe(403)
  expect((await api.call('vera', 'POST', `${flow.path}/publish`, {})).status).toBe(403)
  expect((await api.call('vera', 'DELETE', `${flow.path}/draft`)).status).toBe(403)
})

it('is tried by a dry run of it', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  const tried = await snapshotOf((await api.call('ada', 'POST', `${flow.path}/dry-run?of=draft`)).body.run_id)
  expect(tried.flow_snapshot.config.transformations).toEqual([filter])
  expect(tried.flow_version).toBe(0)
})

it('is not discarded by somebody who has not seen all of it', async () => {
  const flow = await aFlow()
  await flow.edit({ config: nightly(filter) })
  const { edition } = await flow.ask()
  await flow.edit({ config: nightly(filter, limit) }, edition)
  const discard = (seen: number) =>
    api.call('ada', 'DELETE', `${flow.path}/draft`, undefined, { 'if-match': `"${seen}"` })

  expect(await discard(edition)).toMatchObject({ status: 409, body: { code: 'FLOW_CHANGED' } })
  expect(await flow.steps('/draft')).toEqual(['t1', 't2'])
  expect((await discard(edition + 1)).status).toBe(204)
})

it('has the comments on the picture of a flow, and a version has them once they are published', async () => {
  const flow = await aFlow()
  const comments = [{ id: 'c1', text: 'Ask Ada before you change this', x: 10, y: -20 }]
  const edited = await flow.edit({ config: { ...nightly(), comments } })
  expect(edited.body).toMatchObject({ config: { comments }, draft: { changes: 1 } })
  expect(edited.body.draft_changes).toMatchObject([{ path: ['comments', '1'], kind: 'added' }])
  expect((await flow.ask()).config).not.toHaveProperty('comments')

  await flow.publish()
  expect((await flow.ask()).config).toMatchObject({ comments })
  await flow.edit({ config: { ...nightly(), comments: [] } })
  await flow.publish()
  expect((await flow.ask()).config).not.toHaveProperty('comments')
})
