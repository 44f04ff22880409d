import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

/** The raw values of the column that a flow masks. */
const RAW = /secret-\d+@/i

const mask = (column: string) => ({ id: 'm', type: 'mask', settings: { columns: [{ column, method: 'partial' }] } })
const rename = { id: 'r', type: 'rename', settings: { columns: [{ column: 'email', to: 'contact' }] } }

describe('values of rows for assistants', { timeout: 120_000 }, () => {
  let api: Api
  let base: string
  let ends: object
  let masked: string
  let copied: string
  let key: string

  beforeAll(async () => {
    ;({ api, base } = await startShop())
    await run(
      urlOfDatabase(api, 'shop'),
      `create table people as select n as id, 'secret-' || n || '@private.example' as email, repeat('n', 300) as note from generate_series(1, 30) n`,
    )
    await run(urlOfDatabase(api, 'shop'), 'alter table people add primary key (id)')
    const [source, destination] = [
      await addPostgresConnection(api, 'ada', base, 'shop'),
      await addPostgresConnection(api, 'ada', base, 'warehouse'),
    ]
    ends = { source_connection: { id: source }, destination_connection: { id: destination } }
    masked = await addFlow('Masked', {}, rename, mask('contact'))
    copied = await addFlow('Copied', { target: 'public.copies' })
    key = await addKey({ needs_approval: true })
  })
  afterAll(() => api.stop())

  const person = (method: string, path: string, body?: object, uid = 'ada') =>
    api.call(uid, method, `${base}/${path}`, body)
  const withKey = (method: string, path: string, body?: object, by = key) =>
    api.call(null, method, `${base}/${path}`, body, { authorization: `Bearer ${by}` })
  async function addFlow(name: string, stream: object, ...transformations: object[]): Promise<string> {
    const streams = [{ entity: 'public.people', target: 'public.people', ...stream }]
    const { status, body } = await person('POST', 'flows', { name, ...ends, config: { streams, transformations } })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const addKey = async (fields: object): Promise<string> =>
    (await person('POST', 'service-members', { name: 'Assistant', role: 'editor', ...fields })).body.key
  const allow = (shows_values: boolean) => person('PUT', 'assistant-settings', { shows_values })
  const ended = (started: { readonly body: { readonly run_id: string } }) => endedRun(api, base, started.body.run_id)
  const dryRun = async (flow: string) => (await ended(await person('POST', `flows/${flow}/dry-run`))).id as string
  const rowsOf = (flow: string, body: object = {}) => withKey('POST', `flows/${flow}/shown-rows`, body)
  const tried = (query: string) => [{ id: 't', type: 'sql', settings: { query } }]

  it('are shown to nobody until the organization allows it, and the refusal says who can', async () => {
    const runId = await dryRun(copied)
    const calls = [
      await rowsOf(masked),
      await withKey('GET', `runs/${runId}/shown-changes`),
      await withKey('GET', `runs/${runId}/shown-rejects`),
      await withKey('GET', `runs/${runId}/shown-check-rows`),
      await person('POST', `flows/${masked}/shown-rows`, {}),
    ]
    for (const { status, body } of calls)
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { code: 'VALUES_NOT_SHOWN', message: expect.stringContaining('An owner or an admin can allow it') },
      })
    const absent = await withKey('POST', `flows/${crypto.randomUUID()}/shown-rows`, {})
    expect(absent.status).toBe(404)
  })

  it('are allowed by an owner or an admin, by no key, and the audit log says from what to what', async () => {
    const program = await addKey({ role: 'admin' })
    const settings = { shows_values: true }
    expect((await withKey('PUT', 'assistant-settings', settings)).status).toBe(403)
    expect((await withKey('PUT', 'assistant-settings', settings, program)).body.code).toBe('PEOPLE_ONLY')
    expect((await person('GET', 'assistant-settings')).body).toEqual({ shows_values: false })
    expect(await allow(true)).toMatchObject({ status: 200, body: { shows_values: true } })
    await allow(true)
    const { body } = await person('GET', 'audit?action=organization.assistants_changed')
    expect(body.events).toHaveLength(1)
    expect(body.events[0].changes).toEqual([{ path: ['shows_values'], kind: 'changed', from: 'false', to: 'true' }])
  })

  it('are those after the steps of the flow: at most 20 rows, long values cut, and each look is in the audit log', async () => {
    const { status, body } = await rowsOf(masked)
    expect({ status, entity: body.entity, rows: body.rows.length, more: body.has_more }).toEqual({
      ...{ status: 200, entity: 'public.people' },
      ...{ rows: 20, more: true },
    })
    expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'contact', 'note'])
    expect(body.rows[0]).toEqual(['1', expect.stringMatching(/^\**ple$|mple$/), `${'n'.repeat(199)}…`])
    expect(JSON.stringify(body)).not.toMatch(RAW)
    const { body: audit } = await person('GET', 'audit?action=flow.rows_shown')
    expect(audit.events[0]).toMatchObject({
      ...{ target_id: masked, target_name: 'Masked', actor_name: 'Assistant' },
      changes: [
        { path: ['stream'], to: 'public.people' },
        { path: ['rows'], to: '20' },
      ],
    })
    expect(JSON.stringify(audit)).not.toContain('mple')
  })

  it('leave out a column that another flow masks, in whichever flow and under whichever name it arrives', async () => {
    const renamed = await addFlow('Renamed', { target: 'public.renamed' }, rename)
    const made = await addFlow(
      'Made',
      { target: 'public.made' },
      { id: 'c', type: 'compute', settings: { columns: [{ name: 'id', expression: 'id || email' }] } },
    )
    const query = 'SELECT #2 AS second, email.upper() AS called, input AS row FROM input'
    const taken = await addFlow('Taken', { target: 'public.taken' }, ...tried(query))
    for (const [flow, withheld] of [
      [copied, 'email'],
      [renamed, 'contact'],
      [made, 'email'],
      [taken, 'second'],
      [taken, 'called'],
      [taken, 'row'],
    ] as const) {
      const { body } = await rowsOf(flow)
      expect(body.withheld).toContain(withheld)
      expect(JSON.stringify(body)).not.toMatch(RAW)
    }
  })

  it('are what tried steps work on, which reach nothing else', async () => {
    const { body } = await rowsOf(copied, { steps: tried('SELECT count(*) AS people, max(id) AS last FROM input') })
    expect(body.rows).toEqual([['30', '30']])
    for (const query of [
      ...[
        'SELECT email FROM input',
        'SELECT * FROM s0',
        'SELECT * FROM raw_0',
        'SELECT * FROM raw',
        'SELECT * FROM s1',
      ],
      ...['SELECT input FROM input', 'SELECT COLUMNS(*) FROM input', "SELECT COLUMNS('.*') FROM input", 'FROM input'],
      ...['SELECT id::date FROM input', 'SELECT note::int FROM input', 'SELECT error(input::text) FROM input'],
    ]) {
      const answer = await rowsOf(copied, { steps: tried(query) })
      expect([200, 422], JSON.stringify(answer.body)).toContain(answer.status)
      expect(JSON.stringify(answer.body), query).not.toMatch(RAW)
    }
    const join = {
      id: 'j',
      type: 'join',
      settings: { stream: 'public.people', rows: 'all', on: [{ column: 'id', other: 'id' }] },
    }
    expect((await rowsOf(copied, { steps: [join] })).body.details).toEqual({ field: 'steps' })
    expect((await rowsOf(copied, { stream: 'public.others' })).body.details).toEqual({ field: 'stream' })
  })

  it('of a dry run are the new ones alone, also when the mask is younger than the dry run', async () => {
    await run(urlOfDatabase(api, 'warehouse'), `create table copies (id int primary key, email text, note text)`)
    await run(
      urlOfDatabase(api, 'warehouse'),
      `insert into copies values (1, 'secret-1@private.example', 'old'), (99, 'secret-99@private.example', 'gone')`,
    )
    const { body } = await withKey('GET', `runs/${await dryRun(copied)}/shown-changes`)
    expect(body).toMatchObject({ entity: 'public.people', withheld: ['email'] })
    const kinds = body.rows.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['new', 'changed', 'removed']))
    expect(body.rows.find(({ kind }: { kind: string }) => kind === 'changed')).toEqual({
      ...{ kind: 'changed', changed: ['note'] },
      values: ['1', `${'n'.repeat(199)}…`],
    })
    expect(body.rows.find(({ kind }: { kind: string }) => kind === 'removed')).toEqual({ kind: 'removed' })
    expect(JSON.stringify(body)).not.toMatch(RAW)

    const { body: own } = await withKey('GET', `runs/${await dryRun(masked)}/shown-changes`)
    expect(own).toMatchObject({ withheld: [], rows: expect.arrayContaining([]) })
    expect(own.rows[0].values[1]).toMatch(/mple$/)

    const young = await addFlow('Young', { entity: 'public.people', target: 'public.young', columns: ['id', 'note'] })
    const before = await dryRun(young)
    expect((await withKey('GET', `runs/${before}/shown-changes`)).body.withheld).toEqual([])
    await person('PATCH', `flows/${young}`, {
      config: { streams: [{ entity: 'public.people', target: 'public.young' }], transformations: [mask('note')] },
    })
    expect((await withKey('GET', `runs/${before}/shown-changes`)).body.withheld).toEqual(['note'])
    await person('DELETE', `flows/${young}`)
  })

  it('of rejected rows are those after the steps, without what a person has typed since', async () => {
    await run(urlOfDatabase(api, 'warehouse'), 'create table small (id smallint, contact varchar(3), note text)')
    const stream = { target: 'public.small', on_invalid: 'reject' }
    const rejecting = await addFlow('Rejecting', stream, rename, mask('contact'))
    const { id: runId } = await ended(await person('POST', `flows/${rejecting}/run`, {}))
    const { body } = await withKey('GET', `runs/${runId}/shown-rejects`)
    expect(body).toMatchObject({ withheld: [], causes: [{ column: 'contact', rows: 30 }] })
    expect(body.rows[0].values[1]).toMatch(/mple$/)
    expect(JSON.stringify(body)).not.toMatch(RAW)
    const { body: kept } = await person('GET', `runs/${runId}/rejected-rows`)
    const edit = { rows: [{ id: kept.rows[0].id, values: { email: 'secret-1@typed.example' } }] }
    expect((await person('PATCH', `runs/${runId}/rejected-rows`, edit)).status).toBe(204)
    const { body: edited } = await withKey('GET', `runs/${runId}/shown-rejects`)
    expect(edited.rows[0]).toEqual({ row: 1, column: 'contact', rule: expect.any(String) })
  })

  it('are in no message of a failed run that an assistant reads', async () => {
    await run(urlOfDatabase(api, 'warehouse'), `create table strict (id int, email text unique, note text)`)
    await run(urlOfDatabase(api, 'warehouse'), `insert into strict values (0, 'secret-7@private.example', '')`)
    const failing = await addFlow('Failing', { target: 'public.strict', mode: 'append' })
    const failed = await ended(await person('POST', `flows/${failing}/run`, {}))
    expect(JSON.stringify(failed)).toMatch(RAW)
    for (const path of [
      `runs/${failed.id}`,
      `runs/${failed.id}/log`,
      'runs',
      `flows/${failing}/runs`,
      'dashboard',
      `runs/${failed.id}/receipt`,
    ]) {
      const { status, body } = await withKey('GET', path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(JSON.stringify(body), path).not.toMatch(RAW)
    }
    const { body } = await withKey('GET', `runs/${failed.id}`)
    expect(JSON.stringify(body)).toContain('already exists')
  })

  it('cannot be guessed by searching for them in messages that quote them, nor by trying which value has the sum of a receipt', async () => {
    const { body: flow } = await person('GET', 'flows')
    const { id } = flow.find(({ name }: { readonly name: string }) => name === 'Failing')
    const { body: list } = await person('GET', `flows/${id}/runs`)
    const failed = list.runs[0].id
    const foundBy = async (search: typeof withKey, guess: string) => {
      const { body: log } = await search('GET', `runs/${failed}/log?q=${guess}`)
      const { body: found } = await search('GET', `runs?q=${guess}`)
      return { lines: log.lines.length, fitting: log.counts.fitting, runs: found.runs.length }
    }
    expect(await foundBy(person, 'secret-7%40')).not.toEqual(await foundBy(person, 'secret-8%40'))
    expect(await foundBy(withKey, 'secret-7%40')).toEqual(await foundBy(withKey, 'secret-8%40'))
    expect((await foundBy(withKey, 'PEOPLE')).lines).toBeGreaterThan(0)
    expect((await foundBy(withKey, 'failing')).runs).toBeGreaterThan(0)

    const moved = await ended(await person('POST', `flows/${copied}/run`, {}))
    const sums = /"(?:hash|digest)":/
    expect(JSON.stringify((await person('GET', `runs/${moved.id}/receipt`)).body)).toMatch(sums)
    for (const path of [`runs/${moved.id}/receipt`, `runs/${moved.id}`]) {
      const { status, body } = await withKey('GET', path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(JSON.stringify(body), path).not.toMatch(sums)
    }
  })

  it('are in no message of a call that fails', async () => {
    await run(
      urlOfDatabase(api, 'shop'),
      `create table amounts (id int primary key, written text);
       insert into amounts values (1, '12'), (2, 'secret-5@amount');
       create view counted as select id, written::int as amount from amounts`,
    )
    const stream = { entity: 'public.counted', target: 'public.counted', mode: 'upsert', key: ['id'], cursor: 'amount' }
    const flow = await addFlow('Counted', stream)
    const asked = { streams: [{ entity: 'public.counted', from: '1' }] }
    const count = (call: typeof withKey) => call('POST', `flows/${flow}/backfill/count`, asked)
    expect(JSON.stringify((await count(person)).body)).toMatch(RAW)
    const { status, body } = await count(withKey)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).not.toMatch(RAW)
    expect(body.message).toContain('invalid input syntax')
  })

  it('are in no position of an incremental table whose cursor a flow masks, and cannot be counted one by one', async () => {
    await run(urlOfDatabase(api, 'shop'), `create table codes (id int primary key, code text not null)`)
    await run(
      urlOfDatabase(api, 'shop'),
      `insert into codes select n, 'secret-' || n || '@code' from generate_series(1, 3) n`,
    )
    const stream = { entity: 'public.codes', target: 'public.codes', mode: 'upsert', key: ['id'], cursor: 'code' }
    const hidden = await addFlow('Hidden', { entity: 'public.codes', target: 'public.hidden' }, mask('code'))
    const read = await addFlow('Codes', stream)
    await ended(await person('POST', `flows/${read}/run`, {}))
    const { id: runId } = await ended(await person('POST', `flows/${read}/run`, {}))
    for (const path of [`runs/${runId}`, `runs/${runId}/log`])
      expect(JSON.stringify((await person('GET', path)).body), path).toMatch(RAW)
    for (const path of [
      `runs/${runId}`,
      `runs/${runId}/log`,
      `runs/${runId}/receipt`,
      `flows/${read}/streams`,
      'runs',
    ]) {
      const { status, body } = await withKey('GET', path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(JSON.stringify(body), path).not.toMatch(RAW)
    }
    const count = { streams: [{ entity: 'public.codes', from: 'a', to: 'z' }] }
    const asked = await withKey('POST', `flows/${read}/backfill/count`, count)
    expect({ status: asked.status, code: asked.body.code }).toEqual({ status: 403, code: 'COLUMN_MASKED' })
    await person('DELETE', `flows/${hidden}`)
    expect((await withKey('POST', `flows/${read}/backfill/count`, count)).status).toBe(200)
    await allow(false)
    const bounded = await withKey('POST', `flows/${read}/backfill/count`, count)
    expect({ status: bounded.status, code: bounded.body.code }).toEqual({ status: 403, code: 'VALUES_NOT_SHOWN' })
    const whole = { streams: [{ entity: 'public.codes' }] }
    expect((await withKey('POST', `flows/${read}/backfill/count`, whole)).status).toBe(200)
    expect((await person('POST', `flows/${read}/backfill/count`, count)).status).toBe(200)
    await allow(true)
  })

  it('are not shown under the name of a view over a masked table', async () => {
    await run(urlOfDatabase(api, 'shop'), 'create view people_of_today as select * from people')
    const view = await addFlow('View', { entity: 'public.people_of_today', target: 'public.people_of_today' })
    const { status, body } = await rowsOf(view)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.withheld).toContain('email')
    expect(JSON.stringify(body)).not.toMatch(RAW)
  })

  it('are not shown by a view that gives a masked column another name, nor by a second connection to the same database', async () => {
    await run(
      urlOfDatabase(api, 'shop'),
      `create view addresses as select id, email as contact, note from people;
       create view labels (a, b, c) as select id, upper(contact), note from addresses;
       create view sides as select id::text as value from people union all select email from people;
       create materialized view kept as select b as c, a as b from labels`,
    )
    const again = await addPostgresConnection(api, 'ada', base, 'shop')
    for (const [entity, expected] of [
      ['addresses', ['contact']],
      ['labels', ['b']],
      ['sides', ['value']],
      ['kept', ['c']],
      ['people', ['email']],
    ] as const) {
      const source = entity === 'people' ? { source_connection: { id: again } } : {}
      const { body: flow } = await person('POST', 'flows', {
        ...{ name: `Seen as ${entity}`, ...ends, ...source },
        config: { streams: [{ entity: `public.${entity}`, target: `public.seen_${entity}` }], transformations: [] },
      })
      const { body } = await rowsOf(flow.id)
      expect({ entity, withheld: body.withheld }).toEqual({ entity, withheld: expected })
      expect(JSON.stringify(body)).not.toMatch(RAW)
      const { body: changes } = await withKey('GET', `runs/${await dryRun(flow.id)}/shown-changes`)
      expect({ entity, withheld: changes.withheld }).toEqual({ entity, withheld: expected })
      expect(JSON.stringify(changes)).not.toMatch(RAW)
    }
    const { body: other } = await person('POST', 'flows', {
      ...{ name: 'View elsewhere', ...ends, source_connection: { id: again } },
      config: { streams: [{ entity: 'public.addresses', target: 'public.elsewhere' }], transformations: [] },
    })
    expect((await rowsOf(other.id)).body.withheld).toEqual(['contact'])
  })

  it('are for roles that see data, and a key that is limited to flows sees those', async () => {
    const reader = await addKey({ role: 'runner', needs_approval: true })
    expect((await withKey('POST', `flows/${masked}/shown-rows`, {}, reader)).body.code).toBe('FORBIDDEN')
    const limited = await addKey({ needs_approval: true, flow_ids: [masked] })
    expect((await withKey('POST', `flows/${masked}/shown-rows`, {}, limited)).status).toBe(200)
    expect((await withKey('POST', `flows/${copied}/shown-rows`, {}, limited)).status).toBe(404)
  })

  it('leave nothing behind in the store', async () => {
    await withKey('POST', `flows/${masked}/shown-rows`, {})
    const { status } = await api.call(
      null,
      'POST',
      `${base}/flows/${masked}/shown-rows`,
      {},
      { authorization: `Bearer ${key}`, 'idempotency-key': 'look' },
    )
    expect(status).toBe(200)
    expect(await run(api.storeUrl, `select count(*)::int as kept from millrace.request_keys`)).toEqual([{ kept: 0 }])
  })
})
