import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { says } from '../support/says.ts'
import { alteringOneCell } from './altered-cell.ts'
import { cloud, connector, endpoint, load, moveInto, rows, source, withBigquery } from './bigquery-table.ts'
import { run, statuses } from './move-between.ts'

withBigquery()

const VALUES = [
  'DROP TABLE t',
  `CREATE TABLE t (id bigint PRIMARY KEY, fine boolean, note text, amount numeric(14,2), exact numeric(30,10), size double precision,
    at timestamptz, seen timestamp, day date, raw bytea, mark uuid, opens time, data jsonb)`,
  `INSERT INTO t SELECT n, n % 2 = 0, CASE WHEN n % 7 = 0 THEN NULL ELSE E'note ' || n || E' 🚂\\t' END, (n - 20) / 4.0, n / 3.0, n / 7.0,
    timestamptz '1961-01-01 00:00+02' + n * interval '123.456789 days', timestamp '1999-12-31 23:00' + n * interval '1 minute', date '2024-02-29' - n,
    decode(md5(n::text), 'hex'), md5(n::text)::uuid, time '10:00', '{"b": 1}' FROM generate_series(1, 50) n`,
  `INSERT INTO t (id, note, amount, day) VALUES (-9223372036854775808, '', 0, '0001-01-01'), (9223372036854775807, E'\\uFEFF ', -0.5, '9999-12-31')`,
]

const COMPARED = ['id', 'fine', 'note', 'amount', 'exact', 'at', 'seen', 'day', 'raw', 'mark']

describe.each([{ mode: 'replace' }, { mode: 'append' }, { mode: 'upsert', key: ['id'] }] as const)(
  'in mode $mode',
  (stream) => {
    it('Postgres and BigQuery sum every value before the rows are in place', async () => {
      await run(source, ...VALUES)
      const events: MoveEvent[] = []
      const onEvent = (event: MoveEvent) => events.push(event)
      const { streams } = await moveInto({ ...stream, verify: 'values' }, { onEvent })
      expect(streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified', rows: 52, keys: COMPARED } }])
      expect(events).toContainEqual(
        expect.objectContaining({ message: says('Values of these columns are not compared: size, opens, data.') }),
      )
      expect([...cloud.tables.keys()]).toEqual(['t'])
      expect(cloud.objects.size).toBe(0)
    })

    it('one altered cell stops the run, which names the column, and the old rows stay', async () => {
      await load(stream)
      const before = rows()
      await run(source, 'TRUNCATE t', `INSERT INTO t SELECT n, 'note ' || n FROM generate_series(1, 50) n`)
      const destination = { connector: alteringOneCell(connector, 'note 42'), endpoint: endpoint() }
      const { streams } = await moveInto({ ...stream, verify: 'values' }, { destination })
      expect(streams).toMatchObject([{ status: 'failed', error: { code: 'VERIFICATION_FAILED' } }])
      expect(streams[0]?.error?.message).toEqual(
        says('The 50 rows of public.t that arrived differ from the rows that were read: v.'),
      )
      expect(rows()).toEqual(before)
      expect([...cloud.tables.keys()]).toEqual(['t'])
      expect(cloud.objects.size).toBe(0)
    })
  },
)

it('rows that steps have made are summed as they are sent', async () => {
  await run(source, ...VALUES)
  const steps = [{ id: 'f', type: 'filter' as const, settings: { where: 'id BETWEEN 1 AND 10' } }]
  const { streams } = await moveInto({ verify: 'values' }, { transformations: { steps, salt: 'pepper' } })
  const check = { state: 'verified', rows: 10, sent: true, keys: [...COMPARED, 'data'] }
  expect(streams).toMatchObject([{ status: 'succeeded', check }])
})

it('a dry run says nothing of values, because nothing is put in place', async () => {
  await run(source, ...VALUES)
  const events: MoveEvent[] = []
  const onEvent = (event: MoveEvent) => events.push(event)
  const { streams } = await moveInto({ verify: 'values' }, { dry: true, onEvent })
  expect(statuses({ streams })).toEqual(['succeeded'])
  const said = events.flatMap((event) => (event.kind === 'log' ? [inEnglish(event.message)] : []))
  expect(said.filter((line) => /compared/.test(line))).toEqual([])
})

it('numbers without digits before the point are the same numbers', async () => {
  await run(source, 'ALTER TABLE t ADD rate numeric(5,5)', 'UPDATE t SET rate = (id - 2) * 0.00999')
  const { streams } = await moveInto({ verify: 'values' })
  expect(streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified', keys: ['id', 'v', 'rate'] } }])
  expect(rows()?.map((row) => row['rate'])).toEqual(['-0.00999', '0.00000', '0.00999'])
})
