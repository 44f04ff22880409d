import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { makeBigqueryConnector } from '../../src/server/connectors/bigquery/bigquery-connector.ts'
import { mergeStatement, ORDINAL } from '../../src/server/connectors/bigquery/merge-statement.ts'
import type { Endpoint } from '../../src/server/connectors/connector.ts'
import { postgresConnector } from '../../src/server/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/server/engine/move.ts'
import { type Fence, move } from '../../src/server/engine/move.ts'
import { planStream } from '../../src/server/usecases/plan-stream.ts'
import { runScript } from '../stand-ins/bigquery-script.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../stand-ins/google-cloud.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import type { Database } from './move-between.ts'
import { contextWith, endpointOf, freshDatabase, nextFence, problems, run, statuses } from './move-between.ts'

/** Nobody waits between tries. */
const clock = { now: Date.now, random: () => 0, sleep: async () => {} }
const connector = makeBigqueryConnector(clock)

let server: RunningPostgres
let cloud: GoogleCloudStandIn
let source: Database

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  cloud = await startGoogleCloud()
  source = await freshDatabase(server)
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, v text)',
    `INSERT INTO t SELECT n, 'v' || n FROM generate_series(1, 3) n`,
  )
})

afterEach(() => cloud.stop())

const endpoint = (over: { credentials?: object; config?: object } = {}): Endpoint => ({
  integration: 'gcp',
  credentials: { service_account_key: cloud.serviceAccountKey, ...over.credentials },
  config: {
    project_id: cloud.projectId,
    dataset_id: cloud.datasetId,
    gcs_staging_bucket: cloud.bucket,
    ...over.config,
  },
})

const context = () => ({
  ...contextWith(),
  vendors: { addresses: { googleOauth: cloud.address, googleStorage: cloud.address, bigquery: cloud.address } },
})

const load = (over: Partial<StreamRequest> = {}, fence: Fence = nextFence(), signal?: AbortSignal) =>
  move({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpoint() },
    streams: [{ entity: 'public.t', target: 't', mode: 'replace', ...over }],
    fence,
    context: { ...context(), ...(signal && { signal }) },
    onEvent: () => {},
  })

const rows = (table = 't') => cloud.tables.get(table)?.rows

describe('a table in BigQuery', () => {
  it('is planned with the types that its columns will have, and nothing is written', async () => {
    await run(source, 'ALTER TABLE t ADD n numeric, ADD j jsonb')
    const plan = (mode: StreamRequest['mode']) =>
      planStream(
        {
          source: { connector: postgresConnector, endpoint: endpointOf(source) },
          destination: { connector, endpoint: endpoint() },
          stream: 'public.t',
          streams: [{ entity: 'public.t', target: 't', mode }],
          steps: [],
          salt: '',
          recall: undefined,
        },
        context(),
      )
    expect(await plan('replace')).toMatchObject({
      effect: 'created',
      columns: [
        { name: 'id', target_type: 'INT64', notes: ['key'] },
        { name: 'v', target_type: 'STRING', notes: [] },
        { name: 'n', target_type: 'NUMERIC', notes: ['narrower'] },
        { name: 'j', target_type: 'STRING', notes: ['as-text'] },
      ],
    })
    expect(cloud.tables.size).toBe(0)

    await load({ columns: ['id', 'v'] })
    const [, , added] = (await plan('upsert')).columns
    expect([(await plan('upsert')).effect, added?.notes]).toEqual(['upserted', ['added', 'narrower']])
  })

  it('gets every kind of value as a type that holds it exactly', async () => {
    await run(
      source,
      `CREATE TABLE kinds (b boolean, i bigint, n numeric(14,2), w numeric(30,15), f float8, t text, x bytea, d date, h time, m timestamp, z timestamptz, j jsonb, a int[], u uuid)`,
      `INSERT INTO kinds VALUES (true, 9007199254740993, 999999999999.99, 123456789012345.123456789012345, 0.1, E'a\\t🚂', '\\x00ff', '0001-01-01',
         '23:59:59.999999', '2024-03-31 02:30:00.123456', '2024-03-31 02:30:00.123456+02', '{"a": 12345678901234567890}', '{1,NULL}', '00000000-0000-0000-0000-00000000000A'),
         (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
    )
    expect(problems(await load({ entity: 'public.kinds', target: 'public.kinds' }))).toEqual([undefined])
    const table = cloud.tables.get('public_kinds')
    expect(Object.fromEntries((table?.fields ?? []).map(({ name, type }) => [name, type]))).toEqual({
      b: 'BOOL',
      i: 'INT64',
      n: 'NUMERIC',
      w: 'BIGNUMERIC',
      f: 'FLOAT64',
      t: 'STRING',
      x: 'BYTES',
      d: 'DATE',
      h: 'TIME',
      m: 'DATETIME',
      z: 'TIMESTAMP',
      j: 'STRING',
      a: 'STRING',
      u: 'STRING',
    })
    expect(table?.rows[0]).toEqual({
      b: 'true',
      i: '9007199254740993',
      n: '999999999999.99',
      w: '123456789012345.123456789012345',
      f: '0.1',
      t: 'a\t🚂',
      x: '\\x00\\xFF',
      d: '0001-01-01',
      h: '23:59:59.999999',
      m: '2024-03-31 02:30:00.123456',
      z: '2024-03-31 00:30:00.123456+00',
      j: '{"a": 12345678901234567890}',
      a: '[1,null]',
      u: '00000000-0000-0000-0000-00000000000a',
    })
    expect(Object.values(table?.rows[1] ?? {}).every((value) => value === null)).toBe(true)
  })

  it.each([
    ['numeric', '0.1234567891', 'digits'],
    ['date', `'infinity'`, '0001 to 9999'],
    ['time', `'24:00:00'`, '23:59:59.999999'],
    ['timestamp', `'10000-01-01'`, '0001 to 9999'],
    ['numeric', `'NaN'`, 'digits'],
  ])('is left alone when a %s cannot be kept: %s', async (type, value, rule) => {
    await load()
    await run(
      source,
      'DROP TABLE t',
      `CREATE TABLE t (id int, v ${type})`,
      `INSERT INTO t VALUES (1, NULL), (2, ${value})`,
    )
    const [problem] = problems(await load())
    expect(problem).toMatchObject({ code: 'VALUE_NOT_REPRESENTABLE', retryable: false })
    expect(problem?.message).toContain('Row 2: v')
    expect(problem?.message).toContain(rule)
    expect(rows()).toHaveLength(3)
    expect([...cloud.objects.keys()]).toEqual([])
  })

  it('is replaced by one job and appended to by another, and nothing stays in the bucket', async () => {
    await load()
    await run(source, `INSERT INTO t VALUES (4, 'v4')`)
    expect(statuses(await load())).toEqual(['succeeded'])
    expect(rows()).toHaveLength(4)
    await run(source, 'ALTER TABLE t ADD more int')
    expect(statuses(await load({ mode: 'append' }))).toEqual(['succeeded'])
    expect(rows()).toHaveLength(8)
    expect(cloud.tables.get('t')?.fields.map(({ name }) => name)).toEqual(['id', 'v', 'more'])
    expect([...cloud.objects.keys()]).toEqual([])
  })

  it('that does not fit what is appended is told before anything is read', async () => {
    cloud.tables.set('t', {
      fields: [
        { name: 'id', type: 'STRING' },
        { name: 'must', type: 'DATE', mode: 'REQUIRED' },
      ],
      rows: [],
    })
    const [problem] = problems(await load({ mode: 'append' }))
    expect(problem).toMatchObject({ code: 'TARGET_MISMATCH' })
    expect(problem?.message).toContain('column "id" is STRING, but INT64 comes')
    expect(problem?.message).toContain('column "must" is required')
  })

  describe('merged by key', () => {
    const upsert = (over: Partial<StreamRequest> = {}, fence?: Fence) => load({ mode: 'upsert', ...over }, fence)
    const staged = () => [...cloud.tables.keys()].filter((name) => name !== 't')

    it('changes rows that are there, adds the others and keeps the rest, and of two with one key the last stays', async () => {
      expect(problems(await upsert())).toEqual([undefined])
      await run(
        source,
        'ALTER TABLE t DROP CONSTRAINT t_pkey',
        'DELETE FROM t WHERE id < 3',
        `INSERT INTO t VALUES (3, 'newer'), (4, 'first'), (4, 'last')`,
      )
      const { streams } = await upsert({ key: ['id'] })
      expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 4 }])
      expect(rows()).toEqual([
        { id: '1', v: 'v1' },
        { id: '2', v: 'v2' },
        { id: '3', v: 'newer' },
        { id: '4', v: 'last' },
      ])
      expect([staged(), [...cloud.objects.keys()]]).toEqual([[], []])
    })

    it('gets columns that the source has got, by the same job', async () => {
      await upsert()
      await run(source, 'ALTER TABLE t ADD more int DEFAULT 7')
      expect(problems(await upsert())).toEqual([undefined])
      expect(rows()?.[0]).toEqual({ id: '1', v: 'v1', more: '7' })
    })

    it('is left alone by rows without a key and by a merge that fails, and nothing stays beside it', async () => {
      await upsert()
      const before = rows()
      await run(source, 'CREATE TABLE keyless (id int, v text)', `INSERT INTO keyless VALUES (1, 'x'), (NULL, 'y')`)
      const keyless = { entity: 'public.keyless' }
      expect(problems(await upsert(keyless))).toMatchObject([{ code: 'KEY_REQUIRED' }])
      expect(problems(await upsert({ ...keyless, key: ['id'] }))).toMatchObject([
        { code: 'KEY_IS_NULL', message: expect.stringContaining('Row 2') },
      ])
      await run(source, 'CREATE TABLE floats (id float8, v text)', `INSERT INTO floats VALUES (1, 'x')`)
      expect(problems(await upsert({ entity: 'public.floats', target: 'f', key: ['id'] }))).toMatchObject([
        { code: 'JOB_FAILED', message: expect.stringContaining('FLOAT64') },
      ])
      expect(cloud.tables.has('f')).toBe(false)
      expect([rows(), staged(), [...cloud.objects.keys()]]).toEqual([before, [], []])
    })

    it('would be refused with two rows for one, which is why each key comes once', () => {
      const fields = [
        { name: 'id', type: 'INT64' },
        { name: '_millrace_row', type: 'INT64' },
      ]
      const twice = ['1', '2'].map((row) => ({ id: '7', _millrace_row: row }))
      const tables = new Map([
        ['t', { fields: fields.slice(0, 1), rows: [{ id: '7' }] }],
        ['s', { fields, rows: twice }],
      ])
      const columns = [{ ...ORDINAL, name: 'id' }]
      const statement = mergeStatement({ target: 'p.d.t', staging: 'p.d.s', columns, key: ['id'], added: [] })
      runScript(statement, { id: 'p.d', tables })
      expect(tables.get('t')?.rows).toEqual([{ id: '7' }])
      expect(() => runScript(statement.replace(/\s+QUALIFY .* = 1/, ''), { id: 'p.d', tables })).toThrow(
        'at most one source row',
      )
    })

    it('is not merged twice, and an attempt that was paused finds its staged rows gone', async () => {
      const fence = nextFence()
      await upsert({}, fence)
      cloud.tables.set('t', { fields: cloud.tables.get('t')?.fields ?? [], rows: [] })
      const { streams } = await upsert({}, { ...fence, epoch: nextFence().epoch })
      expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
      expect(rows()).toEqual([])

      cloud.settings.isStuck = true
      const older = upsert()
      await expect
        .poll(() => [...cloud.jobs.values()].some(({ state }) => state === 'PENDING'), { timeout: 30_000 })
        .toBe(true)
      cloud.settings.isStuck = false
      expect(statuses(await upsert())).toEqual(['succeeded'])
      expect(problems(await older)).toMatchObject([{ code: 'JOB_STOPPED' }])
      expect([rows()?.length, staged()]).toEqual([3, []])
    })
  })

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
    expect(rows()).toHaveLength(300_000)
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
      { code: 'JOB_FAILED', message: expect.stringContaining('Bad Parquet') },
    ])
    expect([...cloud.objects.keys()]).toEqual([])
  })

  it('cannot have columns that BigQuery does not allow', async () => {
    await run(source, 'CREATE TABLE names ("a b" int, "Id" int, id int, "_TABLE_x" int)')
    const [problem] = problems(await load({ entity: 'public.names' }))
    expect(problem).toMatchObject({ code: 'NAME_NOT_ALLOWED' })
    expect(problem?.message).toContain('a b, id, _TABLE_x')
  })
})

describe('a connection test', () => {
  const test = (over: Parameters<typeof endpoint>[0] = {}) => connector.test(endpoint(over), 'destination', context())

  it('signs in, finds the dataset and asks the bucket', async () => {
    expect((await test()).map(({ stage, status }) => `${stage} ${status}`)).toEqual([
      'sign-in passed',
      'read passed',
      'write passed',
    ])
  })

  it.each([
    [
      'no JSON',
      { credentials: { service_account_key: 'nonsense' } },
      'service_account_key',
      'SERVICE_ACCOUNT_UNREADABLE',
    ],
    ['another dataset', { config: { dataset_id: 'nowhere' } }, 'dataset_id', 'NOT_FOUND'],
    [
      'a bucket with a path',
      { config: { gcs_staging_bucket: 'gs://bucket/folder' } },
      'gcs_staging_bucket',
      'NAME_NOT_ALLOWED',
    ],
    ['another bucket', { config: { gcs_staging_bucket: 'not-our-bucket' } }, 'gcs_staging_bucket', 'NOT_FOUND'],
  ])('names the field for %s', async (_, over, field, code) => {
    const failed = (await test(over)).find(({ status }) => status === 'failed')
    expect(failed?.problem).toMatchObject({ code, field })
  })

  it('refuses files that could send the key elsewhere or run programs', async () => {
    const external = JSON.stringify({ ...JSON.parse(cloud.serviceAccountKey), type: 'external_account' })
    const [stage] = await test({ credentials: { service_account_key: external } })
    expect(stage?.problem).toMatchObject({
      code: 'SERVICE_ACCOUNT_UNREADABLE',
      message: expect.stringContaining('external_account'),
    })
  })

  it('names permissions that are missing, and places that are apart', async () => {
    cloud.settings.permissions = ['storage.objects.create']
    expect((await test()).at(-1)?.problem?.message).toContain('storage.objects.delete')
    cloud.settings.permissions = [
      'storage.objects.create',
      'storage.objects.delete',
      'storage.objects.get',
      'storage.objects.list',
    ]
    cloud.settings.bucketLocation = 'ASIA-EAST1'
    expect((await test()).at(-1)?.problem).toMatchObject({ code: 'LOCATIONS_APART', field: 'gcs_staging_bucket' })
  })
})
