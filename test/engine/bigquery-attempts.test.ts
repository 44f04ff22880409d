import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { says } from '../support/says.ts'
import { actingAt } from './at-moment.ts'
import { cloud, connector, endpoint, load, moveInto, rows, source, withBigquery } from './bigquery-table.ts'
import { nextFence, problems, run, statuses } from './move-between.ts'

withBigquery()

const FIELDS = [
  { name: 'id', type: 'INT64' },
  { name: 'v', type: 'STRING' },
]
const OTHER = [
  { name: 'id', type: 'STRING' },
  { name: 'v', type: 'STRING' },
]
const OLD = [{ id: '7', v: 'old' }]

describe('a table in BigQuery', () => {
  it('is left alone by a run that is cancelled, and its job is stopped at once', async () => {
    cloud.settings.isStuck = true
    const stop = new AbortController()
    const loading = load({}, nextFence(), stop.signal)
    await expect.poll(() => cloud.jobs.size, { timeout: 30_000 }).toBe(1)
    stop.abort()

    expect(statuses(await loading)).toEqual(['cancelled'])
    expect([...cloud.jobs.values()]).toMatchObject([{ state: 'DONE', errorResult: { reason: 'stopped' } }])
    expect([rows(), [...cloud.objects.keys()]]).toEqual([undefined, []])
  })

  it('leaves no object of an attempt that ends while its first one is uploaded', async () => {
    const stop = new AbortController()
    cloud.fail('lose-answer', ({ method }) => {
      if (method === 'PUT') stop.abort()
      return method === 'PUT'
    })
    expect(statuses(await load({}, nextFence(), stop.signal))).toEqual(['cancelled'])
    expect([rows(), [...cloud.objects.keys()]]).toEqual([undefined, []])
  })

  it.each(['append', 'upsert'] as const)(
    'has the rows of a run that is cancelled when BigQuery is done with them, and the run says so (%s)',
    async (mode) => {
      await load()
      const stop = new AbortController()
      const isCommit = () => [...cloud.jobs.keys()].filter((id) => /^millrace_[^_]+_[^_]+_\d+$/.test(id)).length > 1
      Object.defineProperty(cloud.settings, 'isStuck', {
        configurable: true,
        get: () => {
          if (isCommit()) stop.abort()
          return false
        },
      })

      const cancelled = await load({ mode, ...(mode === 'upsert' && { key: ['id'] }) }, nextFence(), stop.signal)

      Object.defineProperty(cloud.settings, 'isStuck', { configurable: true, writable: true, value: false })
      expect([stop.signal.aborted, statuses(cancelled)]).toEqual([true, ['succeeded']])
      expect(rows()).toHaveLength(mode === 'append' ? 6 : 3)
      expect([...cloud.objects.keys()]).toEqual([])
    },
  )

  it('is out of reach for an attempt that was paused: its job is stopped and its objects are gone', async () => {
    await load()
    cloud.settings.isStuck = true
    const older = load({ mode: 'append' })
    await expect
      .poll(() => [...cloud.jobs.values()].some(({ state }) => state === 'PENDING'), { timeout: 30_000 })
      .toBe(true)
    cloud.settings.isStuck = false
    expect(statuses(await load({ mode: 'append' }))).toEqual(['succeeded'])
    expect(problems(await older)).toMatchObject([{ code: 'JOB_STOPPED' }])
    expect(rows()).toHaveLength(6)
  })

  it('has no table beside it from a load that BigQuery finishes although a newer attempt stops it', async () => {
    await load()
    cloud.settings.isStuck = true
    const stop = new AbortController()
    const merging = { mode: 'upsert', key: ['id'] } as const
    const older = load(merging, nextFence(), stop.signal)
    const pending = () => [...cloud.jobs.values()].find(({ state }) => state === 'PENDING')
    await expect.poll(pending, { timeout: 30_000 }).toBeDefined()
    const job = pending()
    stop.abort()
    await older
    cloud.settings.isStuck = false
    if (job) job.state = 'PENDING'
    cloud.fail({ status: 503, body: {} }, ({ path }) => {
      if (path.endsWith('/cancel') && job) {
        cloud.tables.set(String(job.configuration.load?.destinationTable.tableId), { fields: [], rows: [] })
        job.state = 'DONE'
      }
      return false
    })
    expect(statuses(await load(merging))).toEqual(['succeeded'])
    expect([...cloud.tables.keys()]).toEqual(['t'])
  })

  it('is uploaded on from where the bucket is when an answer to a chunk was lost', async () => {
    await run(
      source,
      'CREATE TABLE big AS SELECT n AS id, md5(n::text) || md5((n + 1)::text) AS v FROM generate_series(1, 300000) n',
    )
    cloud.fail('lose-answer', ({ method }) => method === 'PUT')
    cloud.fail(
      { status: 503, body: {} },
      ({ method, headers }) => method === 'PUT' && String(headers['content-range']).startsWith('bytes 8388608'),
    )
    expect(problems(await load({ entity: 'public.big' }))).toEqual([undefined])
    const [sent] = await run(source, `SELECT md5(string_agg(id || v, ',' ORDER BY id)) AS digest FROM big`)
    const arrived = (rows() ?? []).map(({ id, v }) => `${id}${v}`).join()
    expect(createHash('md5').update(arrived).digest('hex')).toBe(sent?.['digest'])
  })

  it.each([
    { allowed: 4, status: 'succeeded' },
    { allowed: 3, status: 'failed' },
  ])('has no query that costs more than the connection allows ($allowed GB)', async ({ allowed, status }) => {
    await load()
    cloud.settings.leastBilled = 2e9
    const destination = { connector, endpoint: endpoint({ config: { max_query_gigabytes: allowed } }) }
    const merged = await moveInto({ mode: 'upsert', key: ['id'] }, { destination })
    expect(statuses(merged)).toEqual([status])
    expect(problems(merged)).toMatchObject([
      status === 'succeeded'
        ? undefined
        : {
            code: 'LIMIT_EXCEEDED',
            field: 'max_query_gigabytes',
            message: says(expect.stringContaining('limit for bytes billed: 3000000000. 4000000000 or higher required')),
          },
    ])
    expect([rows(), [...cloud.tables.keys()], [...cloud.objects.keys()]]).toEqual([
      expect.objectContaining({ length: 3 }),
      ['t'],
      [],
    ])
  })

  it.each([
    ['append', 'drops', () => cloud.tables.delete('t')],
    ['upsert', 'drops and makes again with another type', () => cloud.tables.set('t', { fields: OTHER, rows: [] })],
    [
      'replace',
      'gives a column',
      () => cloud.tables.set('t', { fields: [...FIELDS, { name: 'x', type: 'INT64' }], rows: OLD }),
    ],
    ['replace', 'makes a view', () => cloud.tables.set('t', { fields: FIELDS, rows: OLD, type: 'VIEW' })],
  ] as const)(
    'that a run would %s, and that somebody %s meanwhile, keeps the change, and gets no row',
    async (mode, _, change) => {
      cloud.tables.set('t', { fields: FIELDS, rows: OLD })
      let changed: unknown
      const act = async () => {
        change()
        changed = structuredClone(cloud.tables.get('t'))
      }
      const destination = { connector: actingAt(connector, 'loading', act), endpoint: endpoint() }
      const stream = { mode, ...(mode === 'upsert' && { key: ['id'] }) }
      expect(problems(await moveInto(stream, { destination }))).toMatchObject([
        { code: 'TARGET_CHANGED', retryable: true },
      ])
      expect(cloud.tables.get('t')).toEqual(changed)
      expect([...cloud.tables.keys()].filter((name) => name !== 't')).toEqual([])
    },
  )

  it('that comes with rows of somebody during a run keeps them', async () => {
    const act = async () => void cloud.tables.set('t', { fields: FIELDS, rows: OLD })
    const destination = { connector: actingAt(connector, 'loading', act), endpoint: endpoint() }
    expect(problems(await moveInto({}, { destination }))).toMatchObject([{ code: 'TARGET_CHANGED' }])
    expect(rows()).toEqual(OLD)
  })

  it('keeps its rows when the job fails, and the run says why', async () => {
    await load()
    cloud.fail(
      {
        status: 200,
        body: {
          jobReference: { jobId: 'x' },
          status: { state: 'DONE', errorResult: { reason: 'invalid', message: 'Bad Parquet' } },
        },
      },
      ({ method, path }) => method === 'GET' && /\/jobs\/millrace/.test(path),
    )
    expect(problems(await load())).toMatchObject([
      { code: 'JOB_FAILED', message: says(expect.stringContaining('Bad Parquet')) },
    ])
    expect([...cloud.objects.keys()]).toEqual([])
  })
})
