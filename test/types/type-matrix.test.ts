import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { contextWith, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql } from '../engine/move-mysql.ts'
import { freshSheets, moveOutOfSheets, type Sheets } from '../engine/move-sheets.ts'
import { MYSQL_PROBES } from '../engine/mysql-probes.ts'
import { NOWHERE, rowSource } from '../engine/row-ends.ts'
import { EXTENSIONS, TYPE_PROBES, TYPE_SETUP } from '../engine/type-probes.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { bigqueryEnd, type End, mysqlEnd, postgresEnd, sheetsEnd } from './ends.ts'
import { seeValues } from './see-values.ts'
import { type SeenColumn, typeTable } from './seen.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb
let cloud: GoogleCloudStandIn
const spreadsheets: Sheets[] = []

beforeAll(async () => {
  ;[postgres, mariadb, cloud] = await Promise.all([startPostgres(), startMariadb(), startGoogleCloud()])
})

afterAll(() =>
  Promise.all([postgres?.stop(), mariadb?.stop(), cloud?.stop(), ...spreadsheets.map(({ google }) => google.stop())]),
)

const spreadsheet = async () => {
  const sheets = await freshSheets()
  spreadsheets.push(sheets)
  return sheets
}

const DESTINATIONS = ['PostgreSQL', 'MySQL', 'BigQuery', 'Google Sheets'] as const

/** Places that nothing is in yet. */
async function destinations(): Promise<Readonly<Record<(typeof DESTINATIONS)[number], End>>> {
  const database = await freshDatabase(postgres)
  await run(database, EXTENSIONS)
  cloud.tables.clear()
  return {
    PostgreSQL: postgresEnd(database),
    MySQL: mysqlEnd(await freshMysql(mariadb)),
    BigQuery: bigqueryEnd(cloud),
    'Google Sheets': sheetsEnd(await spreadsheet()),
  }
}

interface Probe {
  readonly id: string
  readonly type: string
  readonly kind?: string
}

/** @param aloneOf makes tables of one value each */
async function see(source: End, probes: readonly Probe[], aloneOf: (name: string) => Promise<readonly string[]>) {
  const names = probes.map(({ id }) => id)
  const opened = await source.connector.openSource?.(source.endpoint, contextWith())
  const entities = (await opened?.entities(names.map(source.named))) ?? []
  await opened?.close()
  const holds = (id: string) =>
    entities.find(({ name }) => name === source.named(id))?.columns.find(({ name }) => name === 'v')?.value.kind ?? ''
  const outcomes = new Map<string, Awaited<ReturnType<typeof seeValues>>>()
  for (const [name, end] of Object.entries(await destinations()))
    outcomes.set(name, await seeValues(source, end, names, aloneOf))
  return probes.map(
    ({ id, type }): SeenColumn => ({
      type,
      kind: holds(id),
      seen: Object.fromEntries(
        [...outcomes].map(([name, seen]) => [name, seen.get(id) ?? { type: undefined, values: [] }]),
      ),
    }),
  )
}

/** Megabytes tell no more of a type than a few bytes do. */
const PROBES = TYPE_PROBES.map((probe) => ({
  ...probe,
  values: probe.values.filter((value) => !/\d{7}/.test(value) || !/repeat/.test(value)),
}))

async function fromPostgres(): Promise<readonly SeenColumn[]> {
  const database = await freshDatabase(postgres)
  const tables = PROBES.flatMap(({ id, type, values }) => [
    `CREATE TABLE "${id}" (n int, v ${type})`,
    ...values.map((value, n) => `INSERT INTO "${id}" VALUES (${n}, ${value})`),
  ])
  await run(database, TYPE_SETUP, ...tables)
  return see(postgresEnd(database), PROBES, async (id) => {
    const names = (PROBES.find((probe) => probe.id === id)?.values ?? []).map((_, n) => `${id} alone ${n}`)
    await run(
      database,
      ...names.map((name, n) => `CREATE OR REPLACE VIEW "${name}" AS SELECT * FROM "${id}" WHERE n = ${n}`),
    )
    return names
  })
}

async function fromMysql(): Promise<readonly SeenColumn[]> {
  const database = await freshMysql(mariadb)
  for (const { id, type, values } of MYSQL_PROBES)
    await runMysql(
      database,
      `CREATE TABLE \`${id}\` (n int, v ${type})`,
      ...values.map((value, n) => `INSERT IGNORE INTO \`${id}\` VALUES (${n}, ${value})`),
    )
  return see(mysqlEnd(database), MYSQL_PROBES, async (id) => {
    const names = (MYSQL_PROBES.find((probe) => probe.id === id)?.values ?? []).map((_, n) => `${id} alone ${n}`)
    await runMysql(
      database,
      ...names.map((name, n) => `CREATE OR REPLACE VIEW \`${name}\` AS SELECT * FROM \`${id}\` WHERE n = ${n}`),
    )
    return names
  })
}

/** Cells of each kind, and how Google shows those that are numbers. */
const CELLS = [
  { id: 'text', cells: ['007', '=1+1', null] },
  { id: 'integer', cells: [9_007_199_254_740_991, -3, null] },
  { id: 'number', cells: [0.1, 1e300, null] },
  { id: 'boolean', cells: [true, false, null] },
  { id: 'date', cells: [45_382, -1, null], format: 'DATE' },
  { id: 'date time', cells: [45_382.5, 45_382 + 1_234 / 86_400_000, null], format: 'DATE_TIME' },
  { id: 'time', cells: [0.75, 0.999_999_988_4, null], format: 'TIME' },
  { id: 'duration', cells: [1.5, -0.25, null], format: 'TIME' },
] as const

/** Two stand-ins of Google cannot be reached at once, so that what was read of one goes on from memory. */
async function fromSheets(): Promise<readonly SeenColumn[]> {
  const sheets = await spreadsheet()
  for (const { id, cells, ...shown } of CELLS) {
    sheets.google.put(id, [['n', 'v'], ...cells.map((cell, n) => [n, cell])])
    if ('format' in shown) sheets.google.format(id, 1, shown.format, 2, cells.length + 1)
  }
  const names = CELLS.map(({ id }) => `sheets.${id}`)
  const { received } = await moveOutOfSheets(sheets, names)
  const opened = await sheets.connector.openSource?.(sheets.endpoint, sheets.context())
  const entities = (await opened?.entities(names)) ?? []
  const read = entities.map(({ name, columns }) => ({
    name,
    columns: Object.fromEntries(columns.map((column) => [column.name, column.value])),
    rows: received.get(name) ?? [],
  }))
  const source: End = {
    connector: rowSource(Object.fromEntries(read.map((entity) => [entity.name, entity]))),
    endpoint: NOWHERE,
    named: (name) => `sheets.${name}`,
    look: async (name) => ({
      type: name,
      values: new Map(received.get(`sheets.${name}`)?.map(([n, v]) => [n ?? '', v ?? null] as const)),
    }),
  }
  const probes = CELLS.map(({ id }) => ({ id, type: id }))
  return see(source, probes, async () => [])
}

it('types are told by what became of values of each', async () => {
  const tables = [
    ['From PostgreSQL', await fromPostgres()],
    ['From MySQL', await fromMysql()],
    ['From Google Sheets', await fromSheets()],
  ] as const
  const silent = tables.flatMap(([from, columns]) =>
    columns.flatMap(({ type, seen }) =>
      Object.entries(seen).flatMap(([to, { values }]) =>
        values
          .filter(({ before, after, rule }) => rule === undefined && before !== null && after === null && before !== '')
          // The run says how many dates that no calendar has were read as NULL.
          .filter(({ before }) => !/^0000-|-00/.test(before ?? ''))
          .map(({ before }) => `${from} to ${to}: ${type} ${before}`),
      ),
    ),
  )
  expect.soft(silent).toEqual([])
  const page = [
    '# How each type arrives',
    '',
    '`npm run types` moves values of every type (usual ones, the extremes, NULL) from each source into tables that are made for them, looks at both',
    'sides, and writes this page. In each cell: the type that the column gets; whether every value was there as it was, or how the first that is',
    'spelled otherwise looks; and what is refused, by which rule. Refused values fail the run or are kept as rejected rows; nothing is changed silently.',
    '',
    'Email and Metronome take every value as its text. AWS Cost Explorer gives dates, texts, booleans and exact decimals.',
    'BigQuery and Google Sheets are stand-ins; MySQL is MariaDB.',
    '',
    ...tables.flatMap(([heading, columns]) => [`## ${heading}`, '', ...typeTable(columns, DESTINATIONS), '']),
  ]
  // The page tells of the server that every run of the tests has.
  if (isMysql) process.stdout.write(`${page.join('\n')}\n`)
  else await expect(page.join('\n')).toMatchFileSnapshot('../../docs/types.md')
})
