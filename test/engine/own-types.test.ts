import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { says } from '../support/says.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, problems, replace, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const hasMultiranges = (await majorOf()) >= 14

/** Shaped like the shop of films that people try databases with, and more. */
const FILMS = [
  'CREATE SCHEMA kinds',
  `CREATE DOMAIN year AS integer CONSTRAINT year_check CHECK (VALUE >= 1901 AND VALUE <= 2155)`,
  `CREATE TYPE mpaa_rating AS ENUM ('G', 'PG', 'it''s')`,
  'CREATE DOMAIN kinds.checked_rating AS mpaa_rating NOT NULL',
  'CREATE DOMAIN kinds."Odd name" AS varchar(5) COLLATE "C"',
  'CREATE TYPE address AS ("Street" text, since year, codes kinds."Odd name"[])',
  'CREATE TYPE place AS (at address, rating mpaa_rating)',
  'CREATE DOMAIN numbers AS int[]',
  `CREATE TYPE speed AS RANGE (SUBTYPE = float8, SUBTYPE_DIFF = float8mi${hasMultiranges ? ', MULTIRANGE_TYPE_NAME = kinds.speeds' : ''})`,
  ...(hasMultiranges ? [] : ['CREATE DOMAIN kinds.speeds AS speed[]']),
  'CREATE DOMAIN cash AS money',
  'CREATE DOMAIN later AS year CHECK (VALUE > 1950)',
  `CREATE TABLE film (id int PRIMARY KEY, title text NOT NULL, release_year year, rating mpaa_rating DEFAULT 'G', checked kinds.checked_rating,
     special_features text[], fulltext tsvector, picture bytea, home address, homes address[], place place, years year[], ratings mpaa_rating[],
     odd kinds."Odd name", list numbers, fast speed, faster kinds.speeds, fares cash, later later, lists numbers[],
     first_year year GENERATED ALWAYS AS (release_year) STORED)`,
  `INSERT INTO film (id, title, release_year, rating, checked, special_features, fulltext, picture, home, homes, place, years, ratings, odd, list, fast, faster,
     fares, later, lists)
   VALUES (1, 'ACADEMY', 2006, 'it''s', 'PG', '{"Deleted, Scenes",NULL}', to_tsvector('a fine film'), '\\x00ff',
     ROW('5, "Main" \\ St', 1999, '{ab,"c,d"}'), ARRAY[ROW('x', NULL, NULL)::address, NULL], ROW(ROW(NULL, 2001, '{}'), 'G'), '{1990,NULL}', '{G,"it''s"}',
     'Åb', '{1,2}', '[1.5,2)', '${hasMultiranges ? '{[1,2),[3,4)}' : '{"[1,2)","[3,4)"}'}', '12.34', 1960, ARRAY['{1}'::numbers, '{2,3}'::numbers]),
   (2, 'EMPTY', NULL, NULL, 'G', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  'CREATE TABLE payment (id int, amount numeric(5,2), paid timestamptz NOT NULL, rating mpaa_rating) PARTITION BY RANGE (paid)',
  `CREATE TABLE payment_1 PARTITION OF payment FOR VALUES FROM ('2022-01-01') TO ('2022-02-01')`,
  `CREATE TABLE payment_2 PARTITION OF payment FOR VALUES FROM ('2022-02-01') TO ('2022-03-01')`,
  `INSERT INTO payment SELECT n, n / 10.0, '2022-01-02'::timestamptz + n * interval '1 day', 'PG' FROM generate_series(1, 50) n`,
  `CREATE VIEW nicer AS SELECT max(release_year)::year AS newest, array_agg(rating) AS ratings, string_agg(title, ', ') AS titles FROM film`,
  'CREATE MATERIALIZED VIEW by_rating AS SELECT rating, sum(amount) AS total FROM payment GROUP BY rating',
]

const TABLES = ['by_rating', 'film', 'nicer', 'payment']

const COLUMNS = [
  ...['id', 'title', 'release_year', 'rating', 'checked', 'special_features', 'fulltext', 'picture', 'home', 'homes'],
  ...['place', 'years', 'ratings', 'odd', 'list', 'fast', 'faster', 'fares', 'later', 'lists', 'first_year'],
]

const rows = async (database: Database) => {
  const found = []
  for (const table of TABLES) found.push(await run(database, `SELECT t::text AS row FROM ${table} t ORDER BY 1`))
  return found
}
const columns = (database: Database) =>
  run(
    database,
    `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.oid IN ('by_rating'::regclass, 'film'::regclass, 'nicer'::regclass, 'payment'::regclass) AND attnum > 0 ORDER BY c.relname, attnum`,
  )
const domains = (database: Database) =>
  run(
    database,
    `SELECT t.oid::regtype::text AS name, format_type(typbasetype, typtypmod) AS base, typnotnull, (SELECT string_agg(conname || ' ' || pg_get_constraintdef(k.oid), ' ')
       FROM pg_constraint k WHERE contypid = t.oid AND contype = 'c') AS checks
     FROM pg_type t WHERE typtype = 'd' AND t.oid >= 16384 ORDER BY 1`,
  )

it('brings every table with the types that its source defines, and uses them again', async () => {
  await run(source, ...FILMS)
  const [{ version } = {}] = await run(source, "SELECT current_setting('server_version_num') AS version")
  expect(Number(version)).toBeGreaterThan(140000)
  for (const _ of ['made', 'found']) {
    const result = await moveBetween(source, destination, [])
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(await rows(destination)).toEqual(await rows(source))
    expect(await columns(destination)).toEqual(await columns(source))
    expect(await domains(destination)).toEqual(await domains(source))
  }
  await expect(run(destination, 'INSERT INTO film (id, title, release_year) VALUES (3, $$x$$, 1900)')).rejects.toThrow(
    /domain checked_rating|year_check/,
  )
})

it('says which types it makes', async () => {
  await run(source, `CREATE TYPE mood AS ENUM ('so')`, 'CREATE DOMAIN good AS mood', 'CREATE TABLE t (a good)')
  const said: string[] = []
  await moveBetween(source, destination, [], {
    onEvent: (event) => event.kind === 'log' && said.push(inEnglish(event.message)),
  })
  expect(said).toContain('These types of the source are created in the destination: public.mood, public.good.')
})

it('makes a type once for two runs that need it at the same moment', async () => {
  await run(
    source,
    'CREATE SCHEMA app',
    `CREATE TYPE app.mood AS ENUM ('so')`,
    ...['a', 'b', 'c', 'd'].flatMap((name) => [
      `CREATE TABLE ${name} (a app.mood)`,
      `INSERT INTO ${name} VALUES ('so')`,
    ]),
  )
  const results = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name, index) =>
      moveBetween(source, destination, [replace(`public.${name}`)], {
        fence: { flowId: name, runId: name, epoch: BigInt(index + 1) },
      }),
    ),
  )
  expect(results.flatMap(statuses)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
})

it.each(['replace', 'append', 'upsert'] as const)('stores base types instead, by choice (%s)', async (mode) => {
  await run(source, ...FILMS)
  const stream = { ...replace('public.film'), mode, ownTypes: 'base' as const }
  for (const _ of ['made', 'found']) {
    if (mode === 'append') await run(destination, 'DROP TABLE IF EXISTS film')
    expect(problems(await moveBetween(source, destination, [stream]))).toEqual([undefined])
    const texts = `SELECT ${COLUMNS.map((name) => `${name}::text`).join(', ')} FROM film ORDER BY id`
    expect(await run(destination, texts)).toEqual(await run(source, texts))
  }
  expect(
    await run(
      destination,
      `SELECT attname || ' ' || format_type(atttypid, atttypmod) AS column FROM pg_attribute WHERE attrelid = 'film'::regclass AND attnum > 2 ORDER BY attnum`,
    ),
  ).toEqual(
    [
      ...['release_year integer', 'rating text', 'checked text', 'special_features text[]', 'fulltext tsvector'],
      ...['picture bytea', 'home text', 'homes text[]', 'place text', 'years integer[]', 'ratings text[]'],
      ...['odd character varying(5)', 'list integer[]', 'fast text', 'faster text', 'fares money', 'later integer'],
      ...['lists text[]', 'first_year integer'],
    ].map((column) => ({ column })),
  )
  expect(await run(destination, 'SELECT oid FROM pg_type WHERE typtype IN ($$d$$, $$e$$) AND oid >= 16384')).toEqual([])
})

it('names the type and the difference where the destination has another of that name, and changes nothing', async () => {
  await run(
    source,
    'CREATE DOMAIN year AS int CHECK (VALUE > 1900)',
    'CREATE DOMAIN code AS varchar(5)',
    'CREATE TYPE pair AS (a int, b int)',
    'CREATE TYPE span AS RANGE (SUBTYPE = int)',
    `CREATE TYPE mood AS ENUM ('a', 'b')`,
    `CREATE TYPE kind AS ENUM ('a')`,
    'CREATE TABLE t (a year, b code, c pair, d span, e mood, f kind[])',
  )
  await run(
    destination,
    'CREATE DOMAIN year AS int NOT NULL',
    'CREATE DOMAIN code AS varchar(4)',
    'CREATE TYPE pair AS (b int, a int)',
    'CREATE TYPE span AS RANGE (SUBTYPE = numeric)',
    `CREATE TYPE mood AS ENUM ('a')`,
    'CREATE DOMAIN kind AS text',
  )
  const [problem] = problems(await moveBetween(source, destination, []))
  expect(problem).toMatchObject({ code: 'TYPE_UNKNOWN', retryable: false })
  for (const said of [
    'column "a" has the type public.year, which takes what is NOT NULL there and what is CHECK ((VALUE > 1900)) at the source',
    'column "b" has the type public.code, which is character varying(4) there and character varying(5) at the source',
    'column "c" has the type public.pair, which is (b integer, a integer) there and (a integer, b integer) at the source',
    'column "d" has the type public.span, which is a range of numeric',
    `column "e" has the type public.mood, which lacks the values b there (ALTER TYPE public.mood ADD VALUE 'b')`,
    'column "f" has the type public.kind, which is of the kind "domain" there and "enum" at the source',
  ])
    expect(problem?.message).toEqual(says(expect.stringContaining(said)))
  expect(problem?.hint).toEqual(says(expect.stringContaining('use base types')))
  expect(await run(destination, `SELECT to_regclass('public.t') AS t`)).toEqual([{ t: null }])
})

it('goes on with a table that is there when a domain of the source changes what it keeps out', async () => {
  await run(source, 'CREATE DOMAIN year AS int CHECK (VALUE > 1900)', 'CREATE TABLE t (a year)')
  await moveBetween(source, destination, [])
  await run(
    source,
    'ALTER DOMAIN year DROP CONSTRAINT year_check',
    'ALTER DOMAIN year ADD CHECK (VALUE > 1000)',
    'INSERT INTO t VALUES (1950)',
  )
  expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
  await run(source, 'INSERT INTO t VALUES (1500)')
  const [problem] = problems(await moveBetween(source, destination, []))
  expect(problem?.message).toEqual(says(expect.stringContaining('year_check')))
  expect(await run(destination, 'SELECT a FROM t')).toEqual([{ a: '1950' }])
})

it('names a function that a check calls and the destination lacks, and moves the rows with base types', async () => {
  await run(
    source,
    'CREATE FUNCTION is_code(text) RETURNS bool LANGUAGE sql IMMUTABLE AS $$ SELECT length($1) = 2 $$',
    'CREATE DOMAIN code AS text CHECK (is_code(VALUE))',
    'CREATE TABLE t (a code)',
    `INSERT INTO t VALUES ('ab')`,
  )
  const [problem] = problems(await moveBetween(source, destination, []))
  expect(problem).toMatchObject({ code: 'TYPE_UNKNOWN' })
  expect(problem?.message).toEqual(
    says(expect.stringContaining('column "a" has the type public.code, which calls the function public.is_code(text)')),
  )
  expect(statuses(await moveBetween(source, destination, [{ ...replace('public.t'), ownTypes: 'base' }]))).toEqual([
    'succeeded',
  ])
  expect(await run(destination, 'SELECT a FROM t')).toEqual([{ a: 'ab' }])
})

it('leaves types of tables and of libraries to whoever makes them', async () => {
  await run(source, 'CREATE TABLE other (a int)', 'CREATE TABLE t (b other)', 'INSERT INTO t VALUES (ROW(1))')
  const [problem] = problems(await moveBetween(source, destination, [replace('public.t')]))
  expect(problem?.message).toEqual(
    says(expect.stringContaining('column "b" has the type public.other, which is the row type of a table')),
  )
  await run(destination, 'CREATE TABLE other (a int)')
  expect(statuses(await moveBetween(source, destination, [replace('public.t')]))).toEqual(['succeeded'])
  expect(await run(destination, 'SELECT b::text FROM t')).toEqual([{ b: '(1)' }])
})

it('reads a table whose types are in a schema that the account may not look into', async () => {
  const role = `reader_${source.database}`
  await run(source, ...FILMS, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`, `GRANT SELECT ON film TO ${role}`)
  const reader = { ...source, user: role, password: 'x' }
  expect(problems(await moveBetween(reader, destination, []))).toEqual([undefined])
  expect(await run(destination, 'SELECT t::text FROM film t')).toEqual(await run(source, 'SELECT t::text FROM film t'))
  await run(source, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
})

it.each(['create', 'base'] as const)('keeps every value behind steps (%s)', async (ownTypes) => {
  await run(source, ...FILMS)
  const sort = { by: [{ column: 'title', direction: 'descending' }] }
  for (const step of [
    { id: 'sort', type: 'sort' as const, settings: sort },
    { id: 'filter', type: 'filter' as const, settings: { where: 'release_year > 2000 OR release_year IS NULL' } },
  ]) {
    const result = await moveBetween(source, destination, [{ ...replace('public.film'), ownTypes }], {
      transformations: { steps: [step], salt: 'pepper' },
    })
    expect(problems(result)).toEqual([undefined])
    const cells = `SELECT ${COLUMNS.map((name) => `${name}::text`).join(', ')} FROM film ORDER BY id`
    expect(await run(destination, cells)).toEqual(await run(source, cells))
  }
})

it('tells in a dry run what would come, and makes nothing', async () => {
  await run(source, ...FILMS)
  expect(statuses(await moveBetween(source, destination, [], { dry: true }))).toEqual(TABLES.map(() => 'succeeded'))
  expect(await run(destination, 'SELECT oid FROM pg_type WHERE oid >= 16384')).toEqual([])
})

it('adds a column of a type that the destination lacks, and goes on by a cursor that is a domain', async () => {
  await run(
    source,
    'CREATE DOMAIN moment AS timestamptz CHECK (VALUE < $$2030-01-01$$)',
    'CREATE TABLE t (id int PRIMARY KEY, at moment)',
    `INSERT INTO t VALUES (1, '2020-01-01'), (2, '-infinity')`,
  )
  const stream = { ...replace('public.t'), mode: 'upsert' as const, cursor: { column: 'at' } }
  const before = await moveBetween(source, destination, [stream])
  expect(problems(before)).toEqual([undefined])
  await run(
    source,
    `CREATE TYPE mood AS ENUM ('so')`,
    'ALTER TABLE t ADD COLUMN mood mood',
    `INSERT INTO t VALUES (3, '2021-01-01', 'so')`,
  )
  const known = [
    { name: 'id', type: 'integer' },
    { name: 'at', type: 'public.moment' },
  ]
  const after = await moveBetween(source, destination, [stream], {
    stateOf: () => ({ cursor: { column: 'at', highWaterMark: '2020-01-01 00:00:00+00' }, columns: known }),
  })
  expect(problems(after)).toEqual([undefined])
  expect(await run(destination, 'SELECT id, mood FROM t ORDER BY id')).toEqual([
    { id: '1', mood: null },
    { id: '2', mood: null },
    { id: '3', mood: 'so' },
  ])
})
