import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openDatabase } from '../../../src/server/store/database/database.ts'
import { migrate } from '../../../src/server/store/database/migrate.ts'
import type { RunningPostgres } from '../../support/postgres/start-postgres.ts'
import { newStore } from '../../support/start-api.ts'
import { type Answer, answersTo } from './answers.ts'
import { assertionsIn, type Claim, claimsOf, readServer, type ServerTypes } from './claims.ts'
import { falseClaims, IN_CODE } from './false-claims.ts'

/** Columns that may be null in their table; the condition of the statement lets no such row through. */
const NOT_NULL_BY_CONDITION = [
  'store/alerts/alert-channels.ts: secrets may be null',
  'store/alerts/alert-deliveries.ts: tried_at may be null',
  'store/dashboard/dashboard.ts: at may be null',
  'store/flows/flow-health.ts: finished_at may be null',
  'store/flows/flow-health.ts: freshness_minutes may be null',
  'store/flows/flow-health.ts: late_since may be null',
  'store/flows/inbound-urls.ts: secrets may be null',
  'store/flows/inbound-urls.ts: since may be null',
  'store/flows/schedules.ts: due_at may be null',
  'store/organizations/organizations.ts: deleted_at may be null',
  'store/people/users.ts: language may be null',
  'store/trash/trash.ts: content may be null',
]

/** One value of each type that the code knows, as SQL. */
const VALUES: Readonly<Record<keyof typeof IN_CODE, string>> = {
  bool: 'true',
  bytea: `'\\x00'`,
  float8: '0.5',
  int4: '1',
  int8: '1',
  json: `'{"a": 1}'`,
  jsonb: `'{"a": 1}'`,
  text: `'a'`,
  timestamptz: 'now()',
  uuid: 'gen_random_uuid()',
  _float8: 'array[0.5::float8]',
  _int4: 'array[1]',
  _text: `array['a']`,
  _uuid: 'array[gen_random_uuid()]',
}

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  'Buffer<ArrayBufferLike>': (value) => Buffer.isBuffer(value),
  Date: (value) => value instanceof Date,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  'number[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'number'),
  'string[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  unknown: (value) => JSON.stringify(value) === '{"a":1}',
}

const SERVER = join(import.meta.dirname, '../../../src/server')

let postgres: RunningPostgres
let storeUrl: string
let server: ServerTypes
let claims: readonly Claim[]
let answers: readonly Answer[]

beforeAll(async () => {
  ;({ postgres, storeUrl } = await newStore())
  await migrate(storeUrl)
  server = readServer()
  claims = claimsOf(server)
  const client = new pg.Client({ connectionString: storeUrl, options: '-c search_path=millrace' })
  await client.connect()
  answers = await answersTo(claims, server, client)
  await client.end()
})

afterAll(() => postgres.stop())

it('every statement whose rows the code says something of is asked', () => {
  // One that sees no statements finds no fault.
  expect(claims.length).toBeGreaterThan(90)
  const places = claims.map(({ place }) => place)
  expect(new Set(places).size).toBe(places.length)
  const asked = new Set(answers.map(({ place }) => place))
  expect(places.filter((place) => !asked.has(place))).toEqual([])
})

it('rows are what the code says they are', () => {
  const faults = claims.flatMap(({ place, file, columns }) =>
    answers
      .filter((answer) => answer.place === place)
      .flatMap((answer) => falseClaims(columns, answer.columns).map((fault) => `${file}: ${fault}`)),
  )
  expect(new Set(faults)).toEqual(new Set(NOT_NULL_BY_CONDITION))
})

it.each(Object.entries(IN_CODE))('a value of the type %s is a %s to the code', async (type, word) => {
  const database = openDatabase({ databaseUrl: storeUrl, onError: () => undefined })
  const [row] = await database.asSystem((query) => query(`select ${VALUES[type]}::${type} as value`))
  await database.close()
  expect(IS[word]?.(row?.['value'])).toBe(true)
})

it('no query says what its rows are by an assertion, which nobody would check', () => {
  expect(assertionsIn(server)).toEqual([])
})

it('no other code of the server takes rows from a driver', () => {
  const taking = globSync('**/*.ts', { cwd: SERVER }).flatMap((file) =>
    readFileSync(join(SERVER, file), 'utf8').match(/from 'pg'[\s\S]*\brows\b/) ? file : [],
  )
  // The second takes them for the first.
  expect(taking).toEqual(['store/database/database.ts', 'store/database/each-row.ts'])
})
