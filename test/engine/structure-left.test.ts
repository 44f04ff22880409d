import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { copyStructure, said } from './copy-structure.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

/** Brings everything. @returns each line of what does not come, with its reason */
async function left(to: Database = destination): Promise<string> {
  const { objects } = await copyStructure({ source, destination: to })
  expect(said(objects, 'failed', 'waiting')).toEqual([])
  return objects
    .filter(({ state }) => state === 'left')
    .map(({ kind, table = '', name, reason }) =>
      `${kind} ${table} ${name}: ${reason && inEnglish(reason)}`.replace(/ +/g, ' '),
    )
    .join('\n')
}

it('rights and owners do not come, and the report says who had which', async () => {
  await run(
    source,
    'CREATE ROLE reader',
    'CREATE ROLE writer',
    `CREATE ROLE newcomer LOGIN PASSWORD 'new'`,
    'CREATE TABLE t (id serial PRIMARY KEY, v text)',
    'CREATE VIEW seen AS SELECT id FROM t',
    `CREATE TYPE mood AS ENUM ('good')`,
    'GRANT INSERT, SELECT ON t TO reader',
    'GRANT UPDATE (v) ON t TO writer WITH GRANT OPTION',
    'REVOKE TRUNCATE ON seen FROM postgres',
    'GRANT SELECT ON seen TO PUBLIC',
    'GRANT USAGE ON SEQUENCE t_id_seq TO reader',
    'GRANT CREATE ON SCHEMA public TO writer',
    'REVOKE USAGE ON TYPE mood FROM PUBLIC',
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reader',
  )
  await run(
    destination,
    `GRANT CREATE ON SCHEMA public TO newcomer`,
    `GRANT CREATE ON DATABASE ${destination.database} TO newcomer`,
  )

  expect(await left({ ...destination, user: 'newcomer', password: 'new' })).toMatchInlineSnapshot(`
    "grants schema public: Rights that new objects get by default do not come.
    grants public.seen : Rights do not come, because roles may be others: GRANT SELECT TO PUBLIC; REVOKE TRUNCATE FROM postgres.
    grants public.t : Rights do not come, because roles may be others: GRANT INSERT, SELECT TO reader; GRANT UPDATE (v) TO writer WITH GRANT OPTION.
    grants schema public: Rights do not come, because roles may be others: GRANT CREATE TO writer.
    grants sequence public.t_id_seq: Rights do not come, because roles may be others: GRANT USAGE TO reader.
    grants type public.mood: Rights do not come, because roles may be others: REVOKE USAGE FROM PUBLIC.
    type public.mood: No moved column has this type.
    owner : At the source tables and views belong to postgres. In the destination they belong to newcomer, the account of the connection."
  `)
})

it('settings, comments and objects of the schema that do not come are named', async () => {
  const compression = (await majorOf()) < 14 ? '' : 'COMPRESSION pglz'
  await run(
    source,
    'CREATE EXTENSION hstore',
    `CREATE TYPE used AS ENUM ('a')`,
    `COMMENT ON TYPE used IS 'one of them'`,
    `CREATE TYPE of_function AS ENUM ('b')`,
    `CREATE TABLE t (id serial PRIMARY KEY, used used, v text ${compression}) WITH (fillfactor = 80, toast.autovacuum_enabled = false)`,
    'ALTER TABLE t ALTER COLUMN v SET STORAGE EXTERNAL, ALTER COLUMN v SET STATISTICS 500, ALTER COLUMN id SET (n_distinct = 5)',
    `COMMENT ON SEQUENCE t_id_seq IS 'numbers'`,
    `COMMENT ON SCHEMA public IS 'ours'`,
    'CREATE UNLOGGED TABLE quick (id int PRIMARY KEY)',
    'ALTER TABLE quick ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY, REPLICA IDENTITY FULL',
    'CREATE TABLE parts (id int PRIMARY KEY) PARTITION BY RANGE (id)',
    'CREATE TABLE parts_few PARTITION OF parts FOR VALUES FROM (0) TO (10)',
    'CREATE TABLE parts_more PARTITION OF parts DEFAULT',
    'CREATE TABLE one (id int PRIMARY KEY) PARTITION BY LIST (id)',
    'CREATE TABLE one_only PARTITION OF one DEFAULT',
    'CREATE TABLE none (id int PRIMARY KEY) PARTITION BY LIST (id)',
    'CREATE VIEW seen AS SELECT id, v FROM t',
    `ALTER VIEW seen ALTER COLUMN v SET DEFAULT 'new'`,
    'CREATE RULE nothing AS ON INSERT TO seen DO INSTEAD NOTHING',
    'CREATE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$',
    'CREATE FUNCTION g(of_function) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE EVENT TRIGGER watching ON ddl_command_end EXECUTE FUNCTION f()',
    'CREATE PUBLICATION told FOR TABLE t',
    `CREATE COLLATION plain (provider = libc, locale = 'C')`,
    'CREATE FOREIGN DATA WRAPPER wrapping',
    'CREATE SERVER far FOREIGN DATA WRAPPER wrapping',
    'CREATE SEQUENCE lonely',
  )
  const found = await left()
  expect(found).toContain(`STORAGE EXTERNAL, ${compression}`)
  expect(found.replace(' COMPRESSION pglz,', '')).toMatchInlineSnapshot(`
    "setting public.t id: These settings do not come: n_distinct=5.
    setting public.t v: These settings do not come: STORAGE EXTERNAL, STATISTICS 500.
    comment schema public: Comments on schemas, sequences, types and required values do not come: ours
    comment sequence public.t_id_seq: Comments on schemas, sequences, types and required values do not come: numbers
    comment type public.used: Comments on schemas, sequences, types and required values do not come: one of them
    trigger watching: Triggers of the database do not come.
    extension hstore: No run installs extensions. What needs it comes if the destination has it.
    function public.f(): Functions and procedures do not come.
    function public.g(public.of_function): Functions and procedures do not come.
    partitions public.none : The table comes without partitions and inheritance.
    object collation public.plain: Operators, collations and text search do not come.
    partitions public.one : The table comes without its partition one_only, and without the indexes and keys that only this has.
    partitions public.parts : The table comes without its 2 partitions, from parts_few to parts_more, and without the indexes and keys that only they have.
    policy public.quick : Row security does not come, because roles may be others.
    publication told: Publications do not come.
    rule public.seen nothing: Rules do not come, because they may change rows.
    sequence lonely: No default of a moved table takes its numbers from it.
    object foreign-data wrapper wrapping: Foreign servers do not come.
    object server far: Foreign servers do not come.
    setting public.quick : These settings do not come: UNLOGGED, REPLICA IDENTITY FULL, FORCE ROW LEVEL SECURITY.
    setting public.t : These settings do not come: fillfactor=80, toast.autovacuum_enabled=false.
    type public.of_function: No moved column has this type.
    default public.seen v: Defaults of columns of views do not come."
  `)
})

it('a sequence that belongs to no column goes on in every run', async () => {
  await run(
    source,
    'CREATE SEQUENCE numbers',
    `CREATE TABLE a (id int DEFAULT nextval('numbers') PRIMARY KEY)`,
    `CREATE TABLE b (id int DEFAULT nextval('numbers') PRIMARY KEY)`,
    'INSERT INTO a DEFAULT VALUES',
  )
  expect(await left()).toBe('')
  await run(source, 'INSERT INTO b DEFAULT VALUES', 'INSERT INTO a DEFAULT VALUES')
  expect(await left()).toBe('')
  expect(await run(destination, 'INSERT INTO b DEFAULT VALUES RETURNING id')).toEqual([{ id: '4' }])
})

it('a sequence of somebody else is not used for a moved table', async () => {
  await run(source, 'CREATE SEQUENCE numbers', `CREATE TABLE a (id int DEFAULT nextval('numbers') PRIMARY KEY)`)
  await run(destination, 'CREATE SEQUENCE numbers', `CREATE TABLE other (id int DEFAULT nextval('numbers'))`)
  for (const _ of ['the first time', 'the second time'])
    expect(await left()).toBe(
      `sequence public.a id: The destination has another object with the name numbers.
default public.a id: It needs numbers, which does not come.`,
    )
})

describe('from Postgres 18 on', () => {
  givenTwoDatabases(
    (ends) => {
      ;({ source, destination } = ends)
    },
    { version: 18 },
  )

  it('rules that are not enforced are not enforced, and keys of periods are named', async () => {
    await run(
      source,
      'CREATE EXTENSION btree_gist',
      `CREATE TABLE t (id int PRIMARY KEY, v int, parent int, CONSTRAINT large CHECK (v > 100) NOT ENFORCED,
       CONSTRAINT of_parent FOREIGN KEY (parent) REFERENCES t NOT ENFORCED)`,
      'INSERT INTO t VALUES (1, 1, 7)',
      'CREATE TABLE stays (room int, during daterange, CONSTRAINT one_guest PRIMARY KEY (room, during WITHOUT OVERLAPS))',
      `CREATE TABLE meals (id int PRIMARY KEY, room int, during daterange,
       CONSTRAINT of_stay FOREIGN KEY (room, PERIOD during) REFERENCES stays (room, PERIOD during))`,
    )
    const named = `primary_key public.stays one_guest: Keys whose values hold for a period do not come.
foreign_key public.meals of_stay: Keys whose values hold for a period do not come.
extension btree_gist: No run installs extensions. What needs it comes if the destination has it.`
    for (const _ of ['the first time', 'the second time']) expect(await left()).toBe(named)
    const rules = `SELECT conname, pg_get_constraintdef(oid) AS says FROM pg_constraint WHERE conrelid = 't'::regclass ORDER BY 1`
    expect(await run(destination, rules)).toEqual(await run(source, rules))
  })
})
