import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { DryRunRows } from '../../src/engine/ports/dry-run.ts'
import { says } from '../support/says.ts'
import { cloud, load, moveInto, rows, source, withBigquery } from './bigquery-table.ts'
import { problems, run } from './move-between.ts'

withBigquery()

/** What a dry run into BigQuery tells; it must leave everything as it was. */
async function dryRun(stream: Partial<StreamRequest> = {}) {
  const before = [rows(), [...cloud.tables.keys()]]
  let told: DryRunRows | undefined
  const onEvent = (event: MoveEvent) => {
    if (event.kind === 'dry-run' && 'sample' in event.result) told = event.result
  }
  const result = await moveInto(stream, { dry: true, onEvent })
  expect([[rows(), [...cloud.tables.keys()]], [...cloud.objects.keys()]]).toEqual([before, []])
  return { told, streams: result.streams }
}

describe('a dry run into BigQuery', () => {
  it('says that all rows are new where there is no table, without a question that costs', async () => {
    const { told, streams } = await dryRun()
    expect(streams[0]?.notes?.map(inEnglish)).toContain('The table t would be created together with its rows.')
    expect(told).toEqual({
      difference: { created: 3, changed: 0, removed: 0, unchanged: 0 },
      columns: ['id', 'v'],
      sample: [{ after: ['1', 'v1'] }, { after: ['2', 'v2'] }, { after: ['3', 'v3'] }],
    })
    expect(cloud.jobs.size).toBe(0)
  })

  it('pairs the rows that would replace others by their key, with old and new values, and says what the query costs', async () => {
    await load()
    await run(
      source,
      `UPDATE t SET v = NULL WHERE id = 2`,
      'DELETE FROM t WHERE id = 3',
      `INSERT INTO t VALUES (4, '"4"')`,
    )
    const { told, streams } = await dryRun()
    expect(told).toMatchObject({
      difference: { created: 1, changed: 1, removed: 1, unchanged: 1 },
      columns: ['id', 'v'],
      sample: [{ before: ['2', 'v2'], after: ['2', null] }, { before: ['3', 'v3'] }, { after: ['4', '"4"'] }],
    })
    expect(streams[0]?.notes?.at(-1)).toEqual(
      says(expect.stringContaining('BigQuery estimates that it processes 0.1 MB')),
    )
    expect(rows()).toHaveLength(3)
  })

  it('counts rows without a key as often as they are there', async () => {
    await run(source, 'CREATE TABLE k (v int, w float8)', 'INSERT INTO k VALUES (1, 1.5), (1, 1.5), (2, NULL)')
    const keyless = { entity: 'public.k' }
    await load(keyless)
    await run(source, 'DELETE FROM k WHERE v = 1', 'INSERT INTO k VALUES (1, 1.5), (3, 0)')
    expect((await dryRun(keyless)).told?.difference).toEqual({ created: 1, changed: 0, removed: 1, unchanged: 2 })
  })

  it('that would merge lets other rows be, counts the last of several rows with one key, and rows that get values in a new column', async () => {
    await load({ mode: 'upsert' })
    await run(
      source,
      'ALTER TABLE t DROP CONSTRAINT t_pkey',
      'ALTER TABLE t ADD more int DEFAULT 7',
      'DELETE FROM t WHERE id = 1',
      `INSERT INTO t VALUES (3, 'last'), (4, 'new')`,
    )
    expect((await dryRun({ mode: 'upsert', key: ['id'] })).told).toMatchObject({
      difference: { created: 1, changed: 2, removed: 0, unchanged: 0 },
      columns: ['id', 'v', 'more'],
      sample: expect.arrayContaining([
        { before: ['2', 'v2', null], after: ['2', 'v2', '7'] },
        { before: ['3', 'v3', null], after: ['3', 'last', '7'] },
        { after: ['4', 'new', '7'] },
      ]),
    })
    await run(source, 'CREATE TABLE f (id float8, v text)', `INSERT INTO f VALUES (1, 'x')`)
    cloud.tables.set('f', {
      fields: [
        { name: 'id', type: 'FLOAT64' },
        { name: 'v', type: 'STRING' },
      ],
      rows: [],
    })
    const refused = await dryRun({ entity: 'public.f', target: 'f', mode: 'upsert', key: ['id'] })
    expect(problems(refused)).toMatchObject([{ code: 'KEY_REQUIRED' }])
  })

  it('lists the rows that are gone at the source, to be removed or marked', async () => {
    await load({ mode: 'upsert' })
    await run(source, 'DELETE FROM t WHERE id > 1')
    const { told, streams } = await dryRun({ mode: 'upsert', vanished: { limit: 10 } })
    expect(told).toMatchObject({
      difference: { created: 0, changed: 0, removed: 2, unchanged: 1 },
      sample: [{ before: ['2', 'v2'] }, { before: ['3', 'v3'] }],
    })
    expect(streams[0]?.notes).toContainEqual(says(expect.stringContaining('A run would stop: 2 rows')))
    const marking = await dryRun({ mode: 'upsert', vanished: { limit: 100, column: 'gone_at' } })
    expect(marking.told?.difference).toEqual({ created: 0, changed: 0, removed: 0, marked: 2, unchanged: 1 })
  })

  it('does not count appended rows as new that an earlier run has written', async () => {
    await run(
      source,
      'CREATE TABLE k (id int PRIMARY KEY, at int)',
      'INSERT INTO k VALUES (1, 1), (2, 2)',
      'CREATE TABLE l AS SELECT * FROM k',
    )
    for (const name of ['k', 'l']) {
      const stream = { entity: `public.${name}`, target: name, mode: 'append' as const }
      await load({ ...stream, cursor: { column: 'at' } })
      await run(source, `INSERT INTO ${name} VALUES (3, 2), (4, 3)`)
      const { told } = await dryRun({ ...stream, cursor: { column: 'at', after: '2' } })
      expect(told?.difference).toEqual({ created: 2, changed: 0, removed: 0, unchanged: 2 })
      expect(told?.sample.map(({ after }) => after?.[0]).sort()).toEqual(['3', '4'])
      expect((await dryRun(stream)).told?.difference).toMatchObject({ created: 4, unchanged: 0 })
    }
  })
})
