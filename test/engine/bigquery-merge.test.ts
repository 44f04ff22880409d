import { describe, expect, it } from 'vitest'
import { mergeStatement, ORDINAL } from '../../src/engine/connectors/bigquery/merge-statement.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Fence } from '../../src/engine/ports/target-request.ts'
import { runScript } from '../../src/stand-ins/bigquery-script.ts'
import { says } from '../support/says.ts'
import { cloud, load, rows, source, withBigquery } from './bigquery-table.ts'
import { nextFence, problems, run, statuses } from './move-between.ts'

withBigquery()

describe('a table in BigQuery that is merged by key', () => {
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
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 2, rowsFiltered: 2 }])
    expect(streams[0]?.notes).toContainEqual(
      says('2 rows have the key of a row that arrived later, so they were left out and count as filtered.'),
    )
    expect(rows()).toEqual([
      { id: '1', v: 'v1' },
      { id: '2', v: 'v2' },
      { id: '3', v: 'newer' },
      { id: '4', v: 'last' },
    ])
    expect([staged(), [...cloud.objects.keys()]]).toEqual([[], []])
  })

  it('keeps the rows that are there when those that come may be older', async () => {
    await upsert()
    await run(source, `UPDATE t SET v = 'late' WHERE id = 2`, `INSERT INTO t VALUES (4, 'new')`)
    const { streams } = await upsert({ keepsNewer: {} })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 1, rowsFiltered: 3 }])
    expect(rows()?.map(({ v }) => v)).toEqual(['v1', 'v2', 'v3', 'new'])
  })

  it.each([
    ['as new or newer', {}, ['now', 'old', 'now', 'now', 'now']],
    ['newer', { updatesAsOld: true }, ['now', 'now', 'now', 'now', 'now']],
  ] as const)('keeps rows that are %s by the cursor, and changes those that are older', async (_, how, expected) => {
    const rowsAt = (...moments: readonly (string | null)[]) =>
      moments.map((at, n) => `(${n}, 'now', ${at === null ? 'NULL' : `'2026-01-0${at}'`})`).join(', ')
    await run(source, 'DROP TABLE t', 'CREATE TABLE t (id int PRIMARY KEY, v text, at timestamptz)')
    await run(source, `INSERT INTO t VALUES ${rowsAt('1', '2', '3', null)}`, `UPDATE t SET v = 'old'`)
    await upsert()
    await run(source, 'TRUNCATE t', `INSERT INTO t VALUES ${rowsAt('5', '2', '4', '1', '1')}`, `UPDATE t SET v = 'now'`)
    const { streams } = await upsert({ keepsNewer: { cursor: 'at', ...how } })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsFiltered: expected.filter((v) => v === 'old').length }])
    expect(rows()?.map(({ v }) => v)).toEqual(expected)
    await run(source, `UPDATE t SET at = '2025-01-01', v = 'late'`)
    const late = await upsert({ keepsNewer: { cursor: 'at', ...how } })
    expect(late.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 0, rowsFiltered: 5 }])
    expect(rows()?.map(({ v }) => v)).toEqual(expected)
  })

  it('gets columns that the source has got, by the same job', async () => {
    await upsert()
    await run(source, 'ALTER TABLE t ADD more int DEFAULT 7')
    expect(problems(await upsert())).toEqual([undefined])
    expect(rows()?.[0]).toEqual({ id: '1', v: 'v1', more: '7' })
  })

  it('has one of two rows whose keys become equal on their way, and the run says so', async () => {
    await run(
      source,
      'CREATE TABLE lists (id int[] PRIMARY KEY, v text)',
      `INSERT INTO lists VALUES ('{1,2}', 'from 1'), ('[0:1]={1,2}', 'from 0')`,
    )
    for (const _ of ['made', 'found']) {
      const { streams } = await upsert({ entity: 'public.lists', target: 'lists' })
      expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 2, rowsWritten: 1, rowsFiltered: 1 }])
      expect(rows('lists')).toEqual([{ id: '[1,2]', v: 'from 0' }])
    }
  })

  it('is left alone by rows without a key and by a merge that fails, and nothing stays beside it', async () => {
    await upsert()
    const before = rows()
    await run(source, 'CREATE TABLE keyless (id int, v text)', `INSERT INTO keyless VALUES (1, 'x'), (NULL, 'y')`)
    const keyless = { entity: 'public.keyless' }
    expect(problems(await upsert(keyless))).toMatchObject([{ code: 'KEY_REQUIRED' }])
    expect(problems(await upsert({ ...keyless, key: ['id'] }))).toMatchObject([
      { code: 'KEY_IS_NULL', message: says(expect.stringContaining('Row 2')) },
    ])
    await run(source, 'CREATE TABLE floats (id float8, v text)', `INSERT INTO floats VALUES (1, 'x')`)
    expect(problems(await upsert({ entity: 'public.floats', target: 'f', key: ['id'] }))).toMatchObject([
      { code: 'KEY_REQUIRED', message: says(expect.stringContaining('of the type FLOAT64')) },
    ])
    expect(cloud.tables.has('f')).toBe(false)
    expect([rows(), staged(), [...cloud.objects.keys()]]).toEqual([before, [], []])
  })

  it('would be refused with two rows for one, which is why each key comes once', () => {
    const fields = [
      { name: 'id', type: 'INT64' },
      { name: 'v', type: 'INT64' },
      { name: '_millrace_row', type: 'INT64' },
    ]
    const twice = ['1', '2'].map((row) => ({ id: '7', v: row, _millrace_row: row }))
    const tables = new Map([
      ['t', { fields: fields.slice(0, 2), rows: [{ id: '7', v: '0' }] }],
      ['s', { fields, rows: twice }],
    ])
    const columns = ['id', 'v'].map((name) => ({ ...ORDINAL, name }))
    const statement = mergeStatement({ target: 'p.d.t', staging: 'p.d.s', columns, key: ['id'], added: [] })
    runScript(statement, { id: 'p.d', tables })
    expect(tables.get('t')?.rows).toEqual([{ id: '7', v: '2' }])
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

describe('rows of a table in BigQuery that are gone at the source', () => {
  const upsert = (vanished: StreamRequest['vanished']) => load({ mode: 'upsert', ...(vanished && { vanished }) })
  const ids = () => rows()?.map(({ id }) => id)

  it('are removed in the same statement, up to the share that the stream accepts', async () => {
    await upsert(undefined)
    await run(source, 'DELETE FROM t WHERE id = 2', `INSERT INTO t VALUES (4, 'v4')`)
    const { streams } = await upsert({ limit: 10 })
    expect(streams).toMatchObject([{ status: 'failed', error: { code: 'TOO_MANY_VANISHED', vanished: 1 } }])
    expect(ids()).toEqual(['1', '2', '3'])
    expect([...cloud.tables.keys()]).toEqual(['t'])
    expect(await upsert({ limit: 50 })).toMatchObject({ streams: [{ status: 'succeeded', rowsRemoved: 1 }] })
    expect(ids()).toEqual(['1', '3', '4'])
  })

  it('are marked with the time of the run in a column that is added, and no longer when they are there again', async () => {
    await upsert(undefined)
    await run(source, 'DELETE FROM t WHERE id IN (1, 2)')
    const mark = { limit: 100, column: 'deleted_at' }
    expect(await upsert(mark)).toMatchObject({ streams: [{ status: 'succeeded', rowsMarked: 2 }] })
    expect(rows()?.map(({ deleted_at: at }) => at == null)).toEqual([false, false, true])
    await run(source, `INSERT INTO t VALUES (1, 'again')`)
    expect(await upsert(mark)).toMatchObject({ streams: [{ rowsMarked: 0 }] })
    expect(rows()?.map(({ deleted_at: at }) => at == null)).toEqual([true, false, true])
  })

  it('stay unknown to a run that reads only new rows, which says so', async () => {
    const stream = { mode: 'upsert', cursor: { column: 'id' }, vanished: { limit: 10 } } as const
    expect(problems(await load(stream))).toMatchObject([{ code: 'VANISHED_NOT_SUPPORTED' }])
  })
})
