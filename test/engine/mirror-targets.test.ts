import { describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { contextWith, type Database, endpointOf, moveBetween, nextFence, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let to: MysqlDatabase

givenBothSystems(
  (ends) => {
    ;({ source, destination, to } = ends)
  },
  { settings: LOGICAL },
)

const targetsIn = (place: string) =>
  ['t', 'u'].map((name) => ({ entity: `public.${name}`, target: `${place}.${name}`, columns: ['id', 'a', 'ref'] }))

const TABLES = [
  'CREATE TABLE u (id int PRIMARY KEY, a int, ref int)',
  'CREATE TABLE t (id int PRIMARY KEY, a int, ref int)',
  'CREATE TABLE other (id int PRIMARY KEY, a int)',
]

const asked = async () =>
  (await postgresConnector.targetReadiness?.(endpointOf(destination), contextWith(), targetsIn('public'))) ?? []

describe('what a destination has before a mirror comes, in Postgres', () => {
  it('is ready without triggers, foreign keys and computed columns, or without tables', async () => {
    expect(await asked()).toEqual([])
    await run(destination, ...TABLES)
    expect(await asked()).toEqual([])
  })

  it('a trigger is a note, one that is off or only for replicas is none, and one that writes to a mirrored table is refused', async () => {
    await run(
      destination,
      ...TABLES,
      `CREATE FUNCTION stamps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.a := 1; RETURN NEW; END $$`,
      `CREATE FUNCTION counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE public.u SET a = a + 1; RETURN NULL; END $$`,
      `CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO utmost VALUES (1); RETURN NULL; END $$`,
      'CREATE TRIGGER stamp BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION stamps()',
      'CREATE TRIGGER "Count" AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION counts()',
      'CREATE TRIGGER log AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION logs()',
      'CREATE TRIGGER off BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION stamps()',
      'CREATE TRIGGER replica BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION stamps()',
      'ALTER TABLE t DISABLE TRIGGER off',
      'ALTER TABLE t ENABLE REPLICA TRIGGER replica',
    )
    expect((await asked()).map(({ entity, isNote, statement }) => [entity, isNote, statement])).toEqual([
      ['public.t', undefined, 'ALTER TABLE "public"."t" DISABLE TRIGGER "Count";'],
      ['public.t', true, 'ALTER TABLE "public"."t" DISABLE TRIGGER "log";'],
      ['public.t', true, 'ALTER TABLE "public"."t" DISABLE TRIGGER "stamp";'],
    ])
    for (const { statement = '' } of await asked()) await run(destination, statement)
    expect(await asked()).toEqual([])
  })

  it('a schema that is missing is made by the mirror, or its statement is told where the account may not make it', async () => {
    const inSales = targetsIn('"sales.de"')
    const ask = (user = destination.user) =>
      postgresConnector.targetReadiness?.(endpointOf({ ...destination, user }), contextWith(), inSales)
    expect(await ask()).toEqual([])
    await run(destination, `CREATE ROLE "plain writer" LOGIN PASSWORD '${destination.password}'`)
    expect(await ask('plain writer')).toMatchObject([
      { side: 'destination', statement: 'CREATE SCHEMA "sales.de" AUTHORIZATION "plain writer";' },
    ])
    await run(destination, 'CREATE SCHEMA "sales.de" AUTHORIZATION "plain writer"')
    expect(await ask('plain writer')).toEqual([])
    await run(destination, 'DROP SCHEMA "sales.de"', 'DROP ROLE "plain writer"')
  })

  it('a foreign key is a note in each direction, and none once it is checked at the end of a transaction', async () => {
    await run(
      destination,
      ...TABLES,
      'ALTER TABLE t ADD CONSTRAINT out FOREIGN KEY (ref) REFERENCES other (id)',
      'ALTER TABLE other ADD CONSTRAINT inwards FOREIGN KEY (a) REFERENCES t (id) ON DELETE CASCADE',
      'ALTER TABLE t ADD CONSTRAINT between FOREIGN KEY (a) REFERENCES u (id)',
    )
    const found = await asked()
    expect(found.map(({ isNote, side }) => [isNote, side])).toEqual(Array(3).fill([true, 'destination']))
    expect(found.map(({ statement }) => statement)).toEqual([
      'ALTER TABLE "public"."other" DROP CONSTRAINT "inwards";',
      'ALTER TABLE "public"."t" ALTER CONSTRAINT "between" DEFERRABLE INITIALLY DEFERRED;',
      'ALTER TABLE "public"."t" DROP CONSTRAINT "out";',
    ])
    for (const { statement = '' } of found) await run(destination, statement)
    expect(await asked()).toEqual([])
  })

  it('a computed column that the source brings is a note, and one that the source computes is none', async () => {
    await run(
      destination,
      'CREATE TABLE t (id int PRIMARY KEY, a int GENERATED ALWAYS AS (id * 2) STORED, own int GENERATED ALWAYS AS (id + 1) STORED)',
    )
    const found = await asked()
    expect(found).toMatchObject([
      { entity: 'public.t', isNote: true, statement: 'ALTER TABLE "public"."t" ALTER COLUMN "a" DROP EXPRESSION;' },
    ])
    await run(destination, found[0]?.statement ?? '')
    expect(await asked()).toEqual([])
  })
})

it('what a destination has before a mirror comes, in MariaDB: triggers, foreign keys, computed columns', async () => {
  const ask = async () =>
    (await mysqlConnector.targetReadiness?.(mysqlEndpoint(to), contextWith(), targetsIn(to.database))) ?? []
  expect(await ask()).toEqual([])
  await runMysql(
    to,
    'CREATE TABLE u (id int PRIMARY KEY, a int, ref int)',
    'CREATE TABLE other (id int PRIMARY KEY)',
    'CREATE TABLE t (id int PRIMARY KEY, a int AS (id * 2) STORED, ref int, CONSTRAINT `out` FOREIGN KEY (ref) REFERENCES other (id))',
    'CREATE TRIGGER stamp BEFORE INSERT ON u FOR EACH ROW SET NEW.a = 1',
    'CREATE TRIGGER counting AFTER INSERT ON u FOR EACH ROW UPDATE t SET ref = 1',
  )
  const found = await ask()
  expect(found.map(({ entity, isNote = false, statement }) => [entity, isNote, statement])).toEqual([
    ['public.u', false, `DROP TRIGGER \`${to.database}\`.\`counting\`;`],
    ['public.u', true, `DROP TRIGGER \`${to.database}\`.\`stamp\`;`],
    ['public.t', true, `ALTER TABLE \`${to.database}\`.\`t\` DROP FOREIGN KEY \`out\`;`],
    ['public.t', true, `ALTER TABLE \`${to.database}\`.\`t\` MODIFY \`a\` int(11);`],
  ])
  for (const { statement = '' } of found) await runMysql(to, statement)
  expect(await ask()).toEqual([])
})

describe('the target of a mirror that is paused', () => {
  const held = (isHeld: boolean | undefined) => ({
    ...contextWith(),
    heldMirrors: async (flowIds: readonly string[]) =>
      new Map(isHeld === undefined ? [] : flowIds.map((id): [string, boolean] => [id, isHeld])),
  })
  const fence = () => ({ ...nextFence(), flowId: 'another' })

  it.each(['replace', 'append', 'upsert'] as const)('of Postgres is refused to runs that %s', async (mode) => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
    const mirror = await startMirrorIntoMysql(endpointOf(source), { postgres: destination }, { 'public.t': 't' })
    await mirror.caughtUp()
    await mirror.stop()
    const write = async (isHeld: boolean | undefined) =>
      problems(
        await moveBetween(source, destination, [{ entity: 'public.t', target: 'public.t', mode }], {
          fence: fence(),
          context: held(isHeld),
        }),
      ).map((problem) => problem?.code)
    await run(
      destination,
      `UPDATE _millrace_fence SET committed_at = now() - interval '1 day' WHERE target = 'mirror:'`,
    )
    expect(await write(true)).toEqual(['TARGET_MISMATCH'])
    // A mirror of another installation holds what it has written lately.
    expect(await write(undefined)).toEqual([mode === 'append' ? 'CONSTRAINT' : undefined])
    await run(destination, `UPDATE _millrace_fence SET committed_at = now() WHERE target = 'mirror:'`)
    expect(await write(undefined)).toEqual(['TARGET_MISMATCH'])
    // One that has ended holds nothing.
    expect(await write(false)).toEqual([mode === 'append' ? 'CONSTRAINT' : undefined])
  })

  it('of MariaDB is refused to runs, also under a name that the server takes for the same', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
    const mirror = await startMirrorIntoMysql(endpointOf(source), to, { 'public.t': 't' })
    await mirror.caughtUp()
    await mirror.stop()
    await runMysql(to, `UPDATE _millrace_fence SET committed_at = NOW() - INTERVAL 1 DAY WHERE target = 'mirror:'`)
    const write = async (target: string, isHeld: boolean) => {
      const stream = { entity: 'public.t', target, mode: 'replace' } as const
      const moved = moveAcross(endpointOf(source), mysqlEndpoint(to), [stream], {
        fence: fence(),
        context: held(isHeld),
      })
      return problems(await moved).map((problem) => problem?.code)
    }
    expect(await write('t', true)).toEqual(['TARGET_MISMATCH'])
    expect(await write(`${to.database}.t`, true)).toEqual(['TARGET_MISMATCH'])
    expect(await write('t', false)).toEqual([undefined])
  })
})
