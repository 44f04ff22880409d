import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emailConnector } from '../../src/engine/connectors/email/email-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest, StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { contextWith, type Database, endpointOf, freshDatabase, moveBetween, problems, run } from './move-between.ts'
import { freshSheets } from './move-sheets.ts'

let server: RunningPostgres
let source: Database
let destination: Database

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server?.stop())

beforeEach(async () => {
  source = await freshDatabase(server)
  destination = await freshDatabase(server)
  await run(
    source,
    'CREATE TABLE t (id bigint PRIMARY KEY, name text, total numeric(9,2), seen timestamptz NOT NULL)',
    `INSERT INTO t VALUES (1, 'Ada', 1.25, now())`,
  )
})

interface Given {
  readonly streams?: readonly Partial<StreamRequest>[]
  readonly steps?: readonly Step[]
  readonly memory?: StreamState
  readonly to?: OpenedConnection
  readonly stream?: string
}

const postgres = (database: Database): OpenedConnection => ({
  connector: postgresConnector,
  endpoint: endpointOf(database),
})
const t = { entity: 'public.t', target: 'public.t', mode: 'replace' } as const

const plan = ({ streams = [{}], steps = [], memory, to = postgres(destination), stream = 'public.t' }: Given = {}) =>
  planStream(
    {
      source: postgres(source),
      destination: to,
      stream,
      streams: streams.map((over) => ({ ...t, ...over })),
      steps,
      salt: 'salt',
      stateOf: () => memory,
    },
    contextWith(),
    stepProcesses,
  )

/** Each column as "name: source type → target type, notes". */
const told = ({ columns }: Awaited<ReturnType<typeof plan>>) =>
  columns.map(
    ({ name, source: from, targetType: to, notes }) =>
      `${name}: ${from?.type ?? '–'} → ${to ?? '–'}${notes.map((note) => `, ${note}`).join('')}`,
  )

describe('what a run will do, before it runs', () => {
  it('is that a table is made, with the types of its columns; and nothing is made yet', async () => {
    const planned = await plan({ streams: [{ target: 'copies.t' }] })

    expect(planned).toMatchObject({ target: 'copies.t', effect: 'created', notes: [] })
    expect(told(planned)).toEqual([
      'id: bigint → bigint, key',
      'name: text → text',
      'total: numeric(9,2) → numeric(9,2)',
      'seen: timestamp with time zone → timestamp with time zone',
    ])
    expect(await run(destination, "SELECT 1 FROM pg_namespace WHERE nspname = 'copies'")).toEqual([])
  })

  it('is what becomes of a table that is there, and no run is shut out by asking', async () => {
    expect(problems(await moveBetween(source, destination, [t]))).toEqual([undefined])

    expect(await plan()).toMatchObject({ effect: 'replaced' })
    expect(await plan({ streams: [{ mode: 'append' }] })).toMatchObject({ effect: 'appended' })
    const upsert = await plan({ streams: [{ mode: 'upsert', cursor: { column: 'seen' } }] })
    expect([upsert.effect, told(upsert).at(-1)]).toEqual([
      'upserted',
      'seen: timestamp with time zone → timestamp with time zone, cursor',
    ])
    await run(destination, 'CREATE VIEW shown AS SELECT * FROM t')
    expect(await plan()).toMatchObject({ effect: 'refilled' })
    expect(await run(destination, 'SELECT run_id FROM _millrace_fence')).toEqual([
      { run_id: expect.stringContaining('run-') },
    ])
  })

  it('tells where the table holds less than may come', async () => {
    await run(destination, 'CREATE TABLE t (id int PRIMARY KEY, name varchar(5) NOT NULL, total numeric, seen text)')
    await run(source, 'ALTER TABLE t ALTER name TYPE varchar(9)')
    const mask: Step = { id: 'm', type: 'mask', settings: { columns: [{ column: 'total', method: 'redact' }] } }

    const planned = await plan({ steps: [mask], streams: [{ columns: ['id', 'total', 'seen'], mode: 'append' }] })
    expect(planned.problem).toMatchObject({ code: 'TARGET_MISMATCH', message: says(expect.stringContaining('"name"')) })

    await run(destination, 'ALTER TABLE t DROP name, ALTER total TYPE text')
    expect(
      told(await plan({ steps: [mask], streams: [{ columns: ['id', 'total', 'seen'], mode: 'append' }] })),
    ).toEqual([
      'id: bigint → integer, key, narrower',
      'total: numeric(9,2) → text, changed',
      'seen: timestamp with time zone → text, as-text',
    ])
  })

  it('follows columns through the steps: renamed, made, left out', async () => {
    const steps: Step[] = [
      { id: 'r', type: 'rename', settings: { columns: [{ column: 'name', to: 'customer' }] } },
      { id: 'c', type: 'compute', settings: { columns: [{ name: 'twice', expression: 'total * 2' }] } },
      { id: 's', type: 'select', settings: { columns: ['id', 'customer', 'twice'] } },
    ]
    const planned = await plan({ steps })
    expect(planned.columns[1]).toMatchObject({ name: 'customer', source: { name: 'name', type: 'text' } })
    expect(told(planned)).toEqual([
      'id: bigint → bigint, key',
      'customer: text → text',
      expect.stringMatching(/^twice: – → numeric\(.*\), made$/),
      'total: numeric(9,2) → –, dropped',
      'seen: timestamp with time zone → –, dropped',
    ])
  })

  it('says what becomes of columns that the source has since gained, lost or widened', async () => {
    await moveBetween(source, destination, [t])
    const memory = {
      columns: [
        { name: 'id', type: 'bigint' },
        { name: 'name', type: 'text' },
        { name: 'total', type: 'numeric(9,2)' },
        { name: 'seen', type: 'timestamp with time zone' },
      ],
    }
    await run(source, 'ALTER TABLE t ALTER total TYPE numeric(12,2), DROP name, ADD note text')

    expect(told(await plan({ memory }))).toEqual([
      'id: bigint → bigint, key',
      'total: numeric(12,2) → numeric(12,2), widened',
      'seen: timestamp with time zone → timestamp with time zone',
      'note: text → text, added',
      'name: – → –, gone',
    ])
    expect(told(await plan({ memory, streams: [{ drift: 'ignore' }] }))).toContain('note: text → –, ignored')
    expect(await plan({ memory, streams: [{ drift: 'stop' }] })).toMatchObject({
      problem: { code: 'SCHEMA_CHANGED', message: says(expect.stringContaining('"note" was added')) },
      columns: [{ name: 'id' }, { name: 'total' }, { name: 'seen' }, { name: 'note' }],
    })
  })

  it('is the problem that would stop it, in the same words', async () => {
    await run(destination, 'CREATE TABLE t (id int, more int)')
    const [problem] = problems(await moveBetween(source, destination, [t]))

    expect((await plan()).problem).toMatchObject({ code: 'TARGET_MISMATCH', message: problem?.message })
    const wrong: Step = { id: 'f', type: 'filter', settings: { where: 'totl > 1' } }
    expect((await plan({ steps: [wrong] })).problem).toMatchObject({ code: 'COLUMN_NOT_FOUND', node: 'f' })
    expect((await plan({ streams: [{}, { entity: 'public.u' }] })).problem).toMatchObject({ code: 'TARGET_CONFLICT' })
    await expect(plan({ stream: 'public.nothing', streams: [] })).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' })
  })

  it('tells what cells of a spreadsheet and the rows of a message hold', async () => {
    const sheets = await freshSheets()
    const to = { connector: sheets.connector, endpoint: sheets.endpoint }
    try {
      const tab = await planStream(
        {
          source: postgres(source),
          destination: to,
          stream: 'public.t',
          streams: [{ ...t, target: 'T' }],
          steps: [],
          salt: '',
          stateOf: undefined,
        },
        sheets.context(),
        stepProcesses,
      )
      expect(tab).toMatchObject({ effect: 'created' })
      expect(told(tab).at(-1)).toBe('seen: timestamp with time zone → text, as-text')
    } finally {
      await sheets.google.stop()
    }
    const credentials = { api_key: 'SG.key' }
    const config = { from_email: 'ada@example.com', to_email: 'grace@example.com', subject: 'Rows' }
    const endpoint = { integration: 'sendgrid', credentials, config } as const
    const mail = await plan({ to: { connector: emailConnector, endpoint }, streams: [{ mode: 'append' }] })
    expect(mail).toMatchObject({ effect: 'sent', notes: [says(expect.stringContaining('grace@example.com'))] })
  })
})
