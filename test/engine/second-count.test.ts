import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import type { Source } from '../../src/engine/ports/source.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Attempt, contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from } = ends)
})

type Alter = (source: Source) => Readonly<Record<string, unknown>>

/** The connector with a source that is altered: as a proxy does that cuts what passes, or a system that counts nothing. */
const altered = (connector: Connector, alter: Alter): Connector => ({
  ...connector,
  async openSource(...given) {
    const opened = await connector.openSource?.(...given)
    if (!opened) throw new Error(`${connector.type} is a source`)
    const changed = alter(opened)
    return new Proxy(opened, {
      get(target, name) {
        if (typeof name === 'string' && name in changed) return changed[name]
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  },
})

const cut: Alter = (opened) => ({
  read: ((request, sink, signal) => opened.read({ ...request, limit: 100 }, sink, signal)) satisfies Source['read'],
  // The engine runs the steps, as for a source that cannot.
  pushdown: undefined,
})

const countsNothing: Alter = () => ({ sums: undefined, pushdown: undefined })

const SYSTEMS = { Postgres: postgresConnector, MySQL: mysqlConnector }

async function given(): Promise<void> {
  await run(
    source,
    'CREATE TABLE keyless (n int)',
    'INSERT INTO keyless SELECT generate_series(1, 5000)',
    'CREATE VIEW seen AS SELECT n FROM keyless',
  )
  await runMysql(
    from,
    'CREATE TABLE keyless (n int)',
    `INSERT INTO keyless SELECT seq FROM ${numbers(5000)}`,
    'CREATE VIEW seen AS SELECT n FROM keyless',
    'CREATE TABLE untransacted (n int PRIMARY KEY) ENGINE = MyISAM',
    'INSERT INTO untransacted SELECT * FROM keyless',
  )
}

/** Moves one entity to Postgres. */
async function moved(
  system: keyof typeof SYSTEMS,
  entity: string,
  alter: Alter,
  { stream, ...attempt }: Attempt & { readonly stream?: Partial<StreamRequest> } = {},
) {
  const endpoint = system === 'MySQL' ? mysqlEndpoint(from) : endpointOf(source)
  const name = `${system === 'MySQL' ? from.database : 'public'}.${entity}`
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector: altered(SYSTEMS[system], alter), endpoint },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: [{ entity: name, target: 'public.arrived', mode: 'replace', ...stream }],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
    ...attempt,
  })
  return streams[0]
}

const FILTER = (entity: string) => ({
  steps: [{ id: 'f', type: 'filter' as const, settings: { where: `n <> 7 AND n % 1 = 0` }, stream: entity }],
  salt: 'salt',
})

it.each([
  ['Postgres', 'keyless'],
  ['Postgres', 'seen'],
  ['MySQL', 'keyless'],
  ['MySQL', 'seen'],
  ['MySQL', 'untransacted'],
] as const)('never takes the first rows of %s.%s for all of them', async (system, entity) => {
  await given()
  await run(destination, 'CREATE TABLE arrived (n int)', 'INSERT INTO arrived VALUES (-1)')
  const name = `${system === 'MySQL' ? from.database : 'public'}.${entity}`

  for (const attempt of [
    {},
    { stream: { verify: 'values' as const } },
    { stream: { verify: 'values' as const }, transformations: FILTER(name) },
  ]) {
    const failed = await moved(system, entity, cut, attempt)
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: expect.stringMatching('ROW_COUNT_MISMATCH|VERIFICATION_FAILED') },
    })
  }
  expect(await run(destination, 'SELECT n FROM arrived')).toEqual([{ n: '-1' }])

  const whole = await moved(system, entity, () => ({}))
  expect(whole).toMatchObject({ status: 'succeeded', rowsWritten: 5000, check: { rows: 5000, counted: 5000 } })
})

it.each([
  ['Postgres', 'seen'],
  ['MySQL', 'seen'],
  ['MySQL', 'untransacted'],
] as const)(
  'moves rows of %s.%s that change meanwhile, and says that nobody could count them',
  async (system, entity) => {
    await given()
    let counts = 0
    const stream = await moved(system, entity, ({ sums }) => ({
      sums: sums && { ...sums, digest: async () => ({ rows: 4990 + counts++ }) },
    }))
    expect(stream).toMatchObject({ status: 'succeeded', rowsWritten: 5000, check: { state: 'counted' } })
    expect(stream?.check).not.toHaveProperty('counted')
    const changed =
      /changed while it was read: the source counted 4,990 rows before and 4,991 afterwards, and sent 5,000/
    expect(stream?.notes?.map((note) => inEnglish(note))).toContainEqual(expect.stringMatching(changed))
  },
)

it('calls rows verified only where the source has counted them', async () => {
  await given()
  const asValues = { stream: { verify: 'values' as const }, transformations: FILTER('public.keyless') }
  const counted = await moved('Postgres', 'keyless', () => ({}), asValues)
  expect(counted).toMatchObject({ check: { state: 'verified', sent: true, rows: 4999, counted: 5000 } })
  const uncounted = await moved('Postgres', 'keyless', countsNothing, asValues)
  expect(uncounted).toMatchObject({
    check: { state: 'counted', reason: 'uncounted', sent: true, rows: 4999, keys: ['n'] },
  })
})
