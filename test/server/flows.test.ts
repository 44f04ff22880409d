import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a flow', () => {
  let api: Api
  let base: string
  let source: string
  let destination: string
  let path: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    source = await addPostgresConnection(api, 'ada', base, 'shop')
    destination = await addPostgresConnection(api, 'ada', base, 'warehouse')
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    path = `${base}/flows/${(await create({ name: 'Orders' })).body.id}`
  })

  const ends = () => ({ source_connection: { id: source }, destination_connection: { id: destination } })
  const create = (flow: object) => api.call('ada', 'POST', `${base}/flows`, { ...ends(), ...flow })
  const read = async () => (await api.call('ada', 'GET', path)).body

  it('names its ends, and begins enabled at version 1 with everything to move', async () => {
    expect(await read()).toMatchObject({
      name: 'Orders',
      enabled: true,
      version: 1,
      source_connection: { id: source, name: 'shop', type: 'postgres' },
      destination_connection: { id: destination, name: 'warehouse', type: 'postgres' },
      config: { streams: [], transformations: [] },
      last_run: null,
    })
  })

  it('is changed field by field, each time a version more', async () => {
    const streams = [{ entity: 'public.orders', target: 'sales.orders', mode: 'replace', columns: ['id', 'total'] }]
    const changed = await api.call('ada', 'PATCH', path, { config: { streams, transformations: [] } })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Orders', version: 2, config: { streams } } })
    await api.call('ada', 'PATCH', path, { name: 'Renamed', enabled: false })
    expect(await read()).toMatchObject({ name: 'Renamed', enabled: false, version: 3, config: { streams } })
  })

  it('belongs to its maker until another person of the organization takes it', async () => {
    expect(await read()).toMatchObject({ owner: { uid: 'ada', name: expect.any(String) }, tags: [] })
    const foreign = await api.call('ada', 'PATCH', path, { owner: { uid: 'nobody' } })
    expect(foreign).toMatchObject({ status: 422, body: { details: { field: 'owner' } } })
    expect((await api.call('ada', 'PATCH', path, { owner: null })).body).not.toHaveProperty('owner')
    const whole = await read()
    expect((await api.call('ada', 'PATCH', path, { ...whole, owner: { uid: 'ada' } })).body.owner.uid).toBe('ada')
    const listed = (await api.call('ada', 'GET', `${base}/flows`)).body
    expect(listed.find((flow: { id: string }) => flow.id === whole.id)).toMatchObject({
      owner: { uid: 'ada' },
      tags: [],
    })
  })

  it('has tags, each once and in order, which its versions tell', async () => {
    const tagged = await api.call('ada', 'PATCH', path, { tags: [' nightly', 'Finance', 'finance'] })
    expect(tagged).toMatchObject({ status: 200, body: { tags: ['finance', 'nightly'] } })
    expect((await api.call('ada', 'PATCH', path, { name: 'Still tagged' })).body.tags).toEqual(['finance', 'nightly'])
    const { versions } = (await api.call('ada', 'GET', `${path}/versions`)).body
    expect(versions[1].changes).toEqual([{ path: ['tags'], kind: 'added', to: 'finance, nightly' }])
    expect((await api.call('ada', 'PATCH', path, { tags: ['a,b'] })).status).toBe(422)
  })

  it('is not overwritten by somebody who has not seen the last change, and says what it is now', async () => {
    await api.call('ada', 'PATCH', path, { name: 'Hers' }, { 'if-match': '1' })
    const late = await api.call('ada', 'PATCH', path, { name: 'His' }, { 'if-match': '"1"' })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'FLOW_CHANGED', details: { flow: { name: 'Hers', version: 2 } } },
    })
    for (const version of ['W/abc', `"${2 ** 31}"`])
      expect((await api.call('ada', 'PATCH', path, { name: 'x' }, { 'if-match': version })).status).toBe(422)
  })

  it('takes the last word of clients that know no versions, also when two speak at once', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => api.call('ada', 'PATCH', path, { name })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await read()).version).toBe(4)
  })

  it('keeps no positions, which belong to the browser', async () => {
    const transformations = [{ id: 't1', type: 'limit', settings: { rows: 5 }, position: { x: 1, y: 2 } }]
    const source_connection = { id: source, position: { x: 50, y: 150 }, name: 'sent along' }
    const { body } = await api.call('ada', 'PATCH', path, { source_connection, config: { transformations } })
    expect(body.config.transformations).toEqual([{ id: 't1', type: 'limit', settings: { rows: 5 } }])
    expect(body.source_connection).toEqual({ id: source, name: 'shop', type: 'postgres' })
  })

  it.each([
    ['a source that does not exist', { source_connection: { id: crypto.randomUUID() } }, 'source_connection'],
    ['no destination', { destination_connection: undefined }, 'destination_connection'],
    ['an unknown mode', { config: { streams: [{ entity: 'a', mode: 'merge' }] } }, 'config.streams.0.mode'],
    [
      'an unknown transformation',
      { config: { transformations: [{ id: 't', type: 'explode' }] } },
      'config.transformations.0.type',
    ],
    ['a field that flows do not have', { colour: 'red' }, 'colour'],
    ['a stream without columns', { config: { streams: [{ entity: 'a', columns: [] }] } }, 'config.streams.0.columns'],
    [
      'one table twice',
      { config: { streams: [{ entity: 'a' }, { entity: 'a', target: 'b' }] } },
      'config.streams.1.entity',
    ],
    [
      'one target twice',
      { config: { streams: [{ entity: 'a' }, { entity: 'b', target: 'a' }] } },
      'config.streams.1.target',
    ],
    [
      'what is new in place of all rows',
      { config: { streams: [{ entity: 'a', mode: 'replace', cursor: 'id' }] } },
      'config.streams.0.cursor',
    ],
  ])('is refused with %s, by the name of the field', async (_, change, field) => {
    expect(await create({ name: 'F', ...change })).toMatchObject({ status: 422, body: { details: { field } } })
  })

  it.each([
    ['a setting that the step does not have', 'limit', { rows: 5, colour: 'red' }, 'colour'],
    ['a number that is none', 'limit', { rows: '12x' }, 'rows'],
    ['a number below the least', 'limit', { rows: 0 }, 'rows'],
    ['a text in place of a list', 'select', { columns: 'id' }, 'columns'],
    ['a list in place of a text', 'filter', { where: ['a'] }, 'where'],
    ['a line with a cell of its own', 'sort', { by: [{ column: 'id', colour: 'red' }] }, 'by'],
    ['a choice that is not offered', 'join', { stream: 'b', rows: 'some' }, 'rows'],
    ['a choice in a line that is not offered', 'cast', { columns: [{ column: 'a', type: 'cat' }] }, 'columns.0.type'],
    ['a place that is not offered', 'aggregate', { runs_in: 'moon' }, 'runs_in'],
    ['a place of a step that runs in no destination', 'limit', { rows: 5, runs_in: 'destination' }, 'runs_in'],
  ])('is refused with %s, by the name of the setting, new or changed', async (_, type, settings, name) => {
    const change = { config: { transformations: [{ id: 't', type, settings }] } }
    const refused = { status: 422, body: { details: { field: `config.transformations.0.settings.${name}` } } }
    expect(await create({ name: 'F', ...change })).toMatchObject(refused)
    expect(await api.call('ada', 'PATCH', path, change)).toMatchObject(refused)
  })

  it('may be saved with a step that is not finished, and is not run before it is', async () => {
    const step = (where: string) => ({
      config: { transformations: [{ id: 'f', type: 'filter', settings: { where } }] },
    })
    expect((await api.call('ada', 'PATCH', path, step(''))).status).toBe(200)

    expect(await api.call('ada', 'POST', `${path}/run`)).toMatchObject({
      status: 422,
      body: {
        code: 'STEP_UNFINISHED',
        message: 'Step 1: "where" of the filter step is required',
        details: { field: 'config.transformations.0.settings.where', node: 'f' },
      },
    })
    expect((await api.call('ada', 'PATCH', path, step('total > ?'))).status).toBe(200)
    expect(await api.call('ada', 'POST', `${path}/run`)).toMatchObject({
      status: 422,
      body: { code: 'STEP_UNFINISHED', message: 'Step 1: "where" of the filter step has a ? where a value belongs' },
    })
  })

  it('keeps its connections from being deleted, and says which flows do', async () => {
    const refused = await api.call('ada', 'DELETE', `${base}/connections/${source}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONNECTION_IN_USE', message: expect.stringContaining('Orders') },
    })
  })

  it('is gone once it is deleted', async () => {
    expect((await api.call('ada', 'DELETE', path)).status).toBe(204)
    expect((await api.call('ada', 'GET', path)).status).toBe(404)
    expect((await api.call('ada', 'DELETE', path)).status).toBe(404)
  })
})
