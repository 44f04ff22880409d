import { expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { planOneStream, type StreamPlanContext } from '../../src/engine/move/plan/plan-one-stream.ts'
import { openStepBinder } from '../../src/engine/move/plan/plan-steps.ts'
import { runScript } from '../../src/stand-ins/bigquery-script.ts'
import { says } from '../support/says.ts'
import { cloud, connector, context, endpoint, load, rows, source, withBigquery } from './bigquery-table.ts'
import { endpointOf, problems, run, statuses } from './move-between.ts'

withBigquery()

/** Plans how the target gets the columns of the source; with `change`, changes it. */
async function fitted(change?: (statement: string) => string) {
  const from = await postgresConnector.openSource?.(endpointOf(source), context())
  const to = await connector.openDestination?.(endpoint(), context())
  if (!from || !to) throw new Error('Postgres is a source and BigQuery a destination')
  const makes: StreamPlanContext['change'] = async (request, statement) =>
    to.changeTarget?.(request, change?.(statement) ?? statement)
  try {
    const binder = openStepBinder({ steps: [], salt: '' }, () => {
      throw new Error('there are no steps')
    })
    const stream = { entity: 'public.t', target: 't', mode: 'append', change: { kind: 'fit' } } as const
    return await planOneStream('public.t', [stream], {
      source: from,
      destination: to,
      binder,
      ...(change && { change: makes }),
    })
  } finally {
    await from.close()
    await to.close()
  }
}

const narrow = () =>
  cloud.tables.set('t', {
    fields: [
      { name: 'id', type: 'INTEGER', mode: 'REQUIRED' },
      { name: 'total', type: 'INTEGER' },
      { name: 'must', type: 'DATE', mode: 'REQUIRED' },
    ],
    rows: [{ id: '9', total: '7', must: '2024-01-01' }],
  })

it('a table of BigQuery gets new columns, wider types and optional columns by the statement that was shown; the run arrives then', async () => {
  await run(source, 'ALTER TABLE t ADD COLUMN total numeric(12,2)', 'UPDATE t SET total = 1.5')
  narrow()
  const [problem] = problems(await load({ mode: 'append' }))
  expect(problem).toMatchObject({
    code: 'TARGET_MISMATCH',
    columns: [
      { name: 'total', is: 'narrow', type: 'NUMERIC', before: 'INT64' },
      { name: 'id', is: 'narrow', type: 'INT64', before: 'INT64 NOT NULL' },
      { name: 'must', is: 'narrow', type: 'DATE', before: 'DATE NOT NULL' },
    ],
  })

  const planned = await fitted()
  const table = `\`${cloud.projectId}.${cloud.datasetId}.t\``
  expect(planned?.statement?.split(';\n')).toEqual([
    `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS \`v\` STRING`,
    `ALTER TABLE ${table} ALTER COLUMN \`total\` SET DATA TYPE NUMERIC`,
    `ALTER TABLE ${table} ALTER COLUMN \`id\` DROP NOT NULL`,
    `ALTER TABLE ${table} ALTER COLUMN \`must\` DROP NOT NULL`,
  ])
  expect(cloud.tables.get('t')?.fields).toHaveLength(3)

  expect((await fitted((statement) => statement))?.problem).toBeUndefined()
  expect((await fitted())?.statement).toBeUndefined()
  expect(statuses(await load({ mode: 'append' }))).toEqual(['succeeded'])
  expect(rows()).toHaveLength(4)
})

it('nothing is changed by a statement that is not the one of the plan', async () => {
  narrow()
  expect((await fitted((statement) => `${statement} `))?.problem).toMatchObject({ code: 'TARGET_CHANGED' })
  expect(cloud.tables.get('t')?.fields[0]).toMatchObject({ mode: 'REQUIRED' })
})

it('a type that BigQuery gives no column stays a difference, and no statement is offered', async () => {
  cloud.tables.set('t', { fields: [{ name: 'id', type: 'STRING' }], rows: [] })
  const planned = await fitted()
  expect(planned?.statement).toBeUndefined()
  expect(planned?.problem?.message).toEqual(
    says(expect.stringContaining('column "id" is STRING, but the stream has INT64')),
  )
})

it('a run that follows its source widens before its rows, and loses none', async () => {
  await run(source, 'ALTER TABLE t ALTER COLUMN id TYPE numeric(12,2)')
  cloud.tables.set('t', {
    fields: [
      { name: 'id', type: 'INT64' },
      { name: 'v', type: 'STRING' },
    ],
    rows: [{ id: '9', v: 'old' }],
  })
  const { streams } = await load({ mode: 'append', change: { kind: 'fit' }, drift: 'follow' })
  expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
  expect(cloud.tables.get('t')?.fields[0]).toMatchObject({ type: 'NUMERIC' })
  expect(rows()).toHaveLength(4)
})

it.each([
  ['ALTER COLUMN `id` SET DATA TYPE STRING', /is assignable to the new type/],
  ['ALTER COLUMN `id` SET NOT NULL', /Syntax error/],
  ['ALTER COLUMN `none` DROP NOT NULL', /Column not found/],
])('the stand-in refuses what BigQuery refuses: %s', (change, message) => {
  const tables = new Map([['t', { fields: [{ name: 'id', type: 'INT64' }], rows: [] }]])
  expect(() => runScript(`ALTER TABLE \`p.d.t\` ${change}`, { id: 'p.d', tables })).toThrow(message)
})
