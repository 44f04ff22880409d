import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { estimateFlow } from '../../src/server/domain/flows/estimate-flow.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { planTargets } from '../../src/server/domain/flows/plan-targets.ts'
import { refusedField } from '../../src/stand-ins/bigquery-names.ts'
import { says } from '../support/says.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { cloud, connector, context, endpoint, load, moveInto, rows, source, withBigquery } from './bigquery-table.ts'
import { endpointOf, nextFence, problems, run, statuses } from './move-between.ts'

withBigquery()

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
          stateOf: undefined,
        },
        context(),
        stepProcesses,
      )
    expect(await plan('replace')).toMatchObject({
      effect: 'created',
      columns: [
        { name: 'id', targetType: 'INT64', notes: ['key'] },
        { name: 'v', targetType: 'STRING', notes: [] },
        { name: 'n', targetType: 'NUMERIC', notes: ['narrower'] },
        { name: 'j', targetType: 'STRING', notes: ['as-text'] },
      ],
    })
    expect(cloud.tables.size).toBe(0)

    await load({ columns: ['id', 'v'] })
    const [, , added] = (await plan('upsert')).columns
    expect([(await plan('upsert')).effect, added?.notes]).toEqual(['upserted', ['added', 'narrower']])
  })

  it('comes beside others, and what BigQuery lists is asked once for all', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `m${n}`)
    await run(source, ...names.map((name) => `CREATE TABLE ${name} AS SELECT 7 AS id`))
    const running = new Set<string>()
    let most = 0
    const { streams } = await moveInto(
      {},
      {
        streams: names.map((name) => ({ entity: `public.${name}`, target: name, mode: 'replace' })),
        onEvent: (event) => {
          if (event.kind !== 'progress') return
          const { entity, status } = event.stream
          if (status === 'running') running.add(entity)
          if (status === 'succeeded') running.delete(entity)
          most = Math.max(most, running.size)
        },
      },
    )
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect(names.map((name) => rows(name))).toEqual(names.map(() => [{ id: '7' }]))
    expect(most).toBe(3)
    // A job of an older attempt that begins after it was listed would still find its objects.
    const last = (path: RegExp) =>
      cloud.requests.findLastIndex(({ method, path: own }) => method === 'GET' && path.test(own))
    expect(last(/\/jobs$/)).toBeGreaterThan(last(/\/b\/[^/]+\/o$/))
    const asked = (path: RegExp) =>
      cloud.requests.filter((request) => request.method === 'GET' && path.test(request.path))
    expect([asked(/\/jobs$/).length, asked(/\/tables$/).length]).toEqual([1, 1])
    expect([...cloud.objects.keys()]).toEqual([])
  })

  it.each(['upsert', 'append'] as const)(
    'is refused for %s where keys that differ in case would be one',
    async (mode) => {
      await run(
        source,
        `CREATE TABLE codes (code text PRIMARY KEY, n int NOT NULL)`,
        `INSERT INTO codes VALUES ('a', 1), ('A', 2)`,
      )
      const stream = {
        entity: 'public.codes',
        target: 'codes',
        mode,
        ...(mode === 'append' && { cursor: { column: 'n' } }),
      }
      await load(stream)
      const refusal = async () =>
        problems(await load({ ...stream, ...(mode === 'append' && { cursor: { column: 'n', after: '1' } }) }))
      const refused = {
        code: 'TARGET_MISMATCH',
        message: says('The key of codes ignores case (code), so rows whose keys differ only in case would become one.'),
      }
      cloud.settings.defaultCollation = 'und:ci'
      expect(await refusal()).toMatchObject([refused])
      cloud.settings.defaultCollation = ''
      const table = cloud.tables.get('codes')
      if (table)
        table.fields = table.fields.map((field) => ({
          ...field,
          ...(field.name === 'code' && { collation: 'und:ci' }),
        }))
      expect(await refusal()).toMatchObject([refused])
      expect(rows('codes')).toHaveLength(2)
      await load({ ...stream, mode: 'replace' })
      expect(rows('codes')).toHaveLength(2)
    },
  )

  it('is refused beside another whose name differs only in case, where the dataset ignores it', async () => {
    await run(source, 'CREATE TABLE other (id int PRIMARY KEY)')
    const streams = [
      { entity: 'public.t', target: 'Orders', mode: 'replace' },
      { entity: 'public.other', target: 'orders', mode: 'replace' },
    ] as const
    cloud.settings.isCaseInsensitive = true
    const refused = { code: 'TARGET_CONFLICT', message: says(expect.stringContaining('would both be written to')) }
    expect(problems(await moveInto({}, { streams }))).toMatchObject([refused, refused])
    cloud.settings.isCaseInsensitive = false
    expect(problems(await moveInto({}, { streams }))).toEqual([undefined, undefined])
  })

  it('is told to be created, unless nothing arrives', async () => {
    const notesOf = async (stream: Partial<StreamRequest>) => {
      const { streams } = await load(stream)
      return [streams[0]?.status, ...(streams[0]?.notes ?? []).map(inEnglish)]
    }
    await run(source, 'CREATE VIEW broken AS SELECT id, 1 / (id - 3) AS v FROM t')
    expect(await notesOf({ entity: 'public.broken' })).toEqual(['failed'])
    expect(cloud.tables.size).toBe(0)
    expect(await notesOf({})).toEqual(['succeeded', 'The table t is created together with its rows.'])
  })

  it('is told before a run with the bytes that it will have, and those that a merge processes', async () => {
    const ends = {
      source: { connector: postgresConnector, endpoint: endpointOf(source) },
      destination: { connector, endpoint: endpoint() },
      steps: [],
    }
    const estimate = async (mode: StreamRequest['mode'], verify?: StreamRequest['verify']) => {
      const stream = { entity: 'public.t', target: 't', mode, ...(verify && { verify }) }
      return (await estimateFlow({ ...ends, streams: [stream] }, context())).destination
    }
    await load()
    const [read] = [(await estimate('replace')).figures.bytes?.amount ?? 0]

    expect(await estimate('replace')).toMatchObject({
      figures: { rows: { certainty: 'counted', amount: 3 }, calls: { amount: 1 }, stored_bytes: { amount: read } },
      quotas: [{ name: 'load_jobs_a_day', most: 1_500, left: { certainty: 'unknown' } }],
    })
    expect((await estimate('replace')).figures).not.toHaveProperty('processed_bytes')
    expect((await estimate('replace', 'values')).figures).toMatchObject({
      calls: { certainty: 'counted', amount: 2 },
      processed_bytes: { certainty: 'estimated', amount: read },
    })
    expect((await estimate('append')).figures.stored_bytes).toEqual({ certainty: 'estimated', amount: 24 + read })
    // The merge reads the table and the rows, and the count of their keys at most the rows once more.
    expect((await estimate('upsert')).figures).toMatchObject({
      calls: { amount: 3 },
      processed_bytes: { certainty: 'estimated', amount: 24 + 2 * read, bound: 'most' },
      stored_bytes: { bound: 'most' },
    })
  })

  it('is told by its name before a run, also where everything moves', async () => {
    const ends = {
      source: { connector: postgresConnector, endpoint: endpointOf(source) },
      destination: { connector, endpoint: endpoint() },
    }
    const targets = await planTargets({ ...ends, streams: [] }, context())
    expect(targets).toEqual([{ entity: 'public.t', target: 'public_t' }])
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
    expect(problem?.message).toEqual(says(expect.stringContaining('Row 2: v')))
    expect(problem?.message).toEqual(says(expect.stringContaining(rule)))
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

  it('takes rows that are read again once, by their key; those that are new all the same', async () => {
    await run(
      source,
      'CREATE TABLE k (id int PRIMARY KEY, at int, v text)',
      `INSERT INTO k VALUES (1, 1, 'a'), (2, 2, 'b')`,
    )
    const stream = { entity: 'public.k', target: 'k', mode: 'append' as const }
    await load({ ...stream, cursor: { column: 'at' } })
    await run(source, `INSERT INTO k VALUES (3, 2, 'c'), (4, 3, 'd')`, 'ALTER TABLE k ADD more int')
    const { streams } = await load({ ...stream, cursor: { column: 'at', after: '2' } })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 2, rowsFiltered: 2 }])
    expect(cloud.tables.get('k')?.rows.map(({ v }) => v)).toEqual(['a', 'b', 'c', 'd'])
    // Another source whose numbers are the same.
    await load({ ...stream, cursor: { column: 'at' } })
    expect(cloud.tables.get('k')?.rows).toHaveLength(8)
    expect([...cloud.tables.keys()].filter((name) => name.startsWith('_millrace_'))).toEqual([])
  })

  it('takes rows that are read again once without a key too: as many as are there of rows that are equal', async () => {
    await run(
      source,
      'CREATE TABLE k (id int, at int, v text, f float8)',
      `INSERT INTO k VALUES (1, 1, 'a', 0.1), (1, 1, 'a', 0.1), (2, 2, NULL, 'NaN'), (NULL, NULL, 'n', NULL)`,
    )
    const stream = { entity: 'public.k', target: 'k', mode: 'append' as const }
    await load({ ...stream, cursor: { column: 'at' } })
    await run(
      source,
      `INSERT INTO k VALUES (1, 1, 'a', 0.1), (2, 2, NULL, 'NaN'), (2, 2, '', 'NaN'), (NULL, NULL, 'n', NULL), (3, 3, 'c', 1)`,
    )
    const { streams } = await load({ ...stream, cursor: { column: 'at', after: '2' } })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 9, rowsWritten: 5, rowsFiltered: 4 }])
    expect(streams[0]?.notes?.map(inEnglish)).toContain(
      '4 rows were read again and left out, because they already exist.',
    )
    expect(streams[0]?.notes?.map(inEnglish).join()).not.toContain('twice')
    const all = ['1 a', '1 a', '1 a', '2 ', '2 null', '2 null', '3 c', 'null n', 'null n']
    expect(
      cloud.tables
        .get('k')
        ?.rows.map(({ id, v }) => `${id} ${v}`)
        .sort(),
    ).toEqual(all)
  })

  it('takes a row without a key that was changed as a further version, and rows beyond the mark always', async () => {
    await run(
      source,
      'CREATE TABLE k (id int, at timestamp)',
      `INSERT INTO k VALUES (1, '2024-01-01'), (2, '2037-01-01')`,
    )
    const stream = { entity: 'public.k', target: 'k', mode: 'append' as const }
    await load({ ...stream, cursor: { column: 'at' } })
    await run(source, `UPDATE k SET at = '2024-01-01 00:05' WHERE id = 1`, 'ALTER TABLE k ADD more int')
    const { streams } = await load({ ...stream, cursor: { column: 'at', after: '2024-01-01 00:00:00' } })
    // The one of 2037 lies beyond: the run before, of another source, had read no further than the mark.
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 2, rowsWritten: 2 }])
    expect(
      cloud.tables
        .get('k')
        ?.rows.map(({ id }) => id)
        .sort(),
    ).toEqual(['1', '1', '2', '2'])
    expect([...cloud.tables.keys()].filter((name) => name.startsWith('_millrace_'))).toEqual([])
  })

  it('takes rows without a key once although the run is taken up again after its commit', async () => {
    await run(source, 'CREATE TABLE k (id int, at int)', 'INSERT INTO k VALUES (1, 1), (2, 2)')
    const stream = { entity: 'public.k', target: 'k', mode: 'append' as const }
    await load({ ...stream, cursor: { column: 'at' } })
    await run(source, 'INSERT INTO k VALUES (3, 3)')
    const fence = nextFence()
    const again = { ...stream, cursor: { column: 'at', after: '2' } }
    await load(again, fence)
    const { streams } = await load(again, { ...fence, epoch: nextFence().epoch })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
    expect(cloud.tables.get('k')?.rows).toHaveLength(3)
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
    expect(problem?.message).toEqual(says(expect.stringContaining('column "id" is STRING, but the stream has INT64')))
    expect(problem?.message).toEqual(says(expect.stringContaining('column "must" is required')))
  })

  it('cannot have columns that BigQuery does not allow', async () => {
    await run(source, 'CREATE TABLE names ("a b" int, "Id" int, id int, "_TABLE_x" int)')
    const [problem] = problems(await load({ entity: 'public.names' }))
    expect(problem).toMatchObject({ code: 'NAME_NOT_ALLOWED' })
    expect(problem?.message).toEqual(says(expect.stringContaining('a b, id, _TABLE_x')))
  })

  it.each([
    '_table_x',
    '_FILE_x',
    '_Partitiontime',
    '_ROW_TIMESTAMP',
    '__root__x',
    '_COLIDENTIFIER',
    '_Change_Sequence_Number',
    '_CHANGE_TYPE',
    '_change_timestamp2',
  ])('cannot have a column whose name BigQuery keeps for itself: %s', async (name) => {
    await run(source, `CREATE TABLE names (id int, "${name}" int)`, 'INSERT INTO names VALUES (1, 2)')
    for (const dry of [false, true]) {
      const { streams } = await moveInto({ entity: 'public.names' }, dry ? { dry } : {})
      expect(streams).toMatchObject([{ rowsRead: 0, error: { code: 'NAME_NOT_ALLOWED' } }])
      expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining(name)))
    }
    expect(refusedField([{ name: 'id' }, { name }])).toContain(name)
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
      message: says(expect.stringContaining('external_account')),
    })
  })

  it('names permissions that are missing, and places that are apart', async () => {
    cloud.settings.permissions = ['storage.objects.create']
    expect((await test()).at(-1)?.problem?.message).toEqual(says(expect.stringContaining('storage.objects.delete')))
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
