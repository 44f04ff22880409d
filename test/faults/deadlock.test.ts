import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  connectTo,
  type Database,
  endpointOf,
  freshDatabase,
  moveBetween,
  problems,
  replace,
  run,
  statuses,
} from '../engine/move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from '../engine/move-mysql.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'

const ROWS = 5
/** InnoDB looks again at its transactions only when nobody has asked about them for a tenth of a second. */
const PATIENCE = { timeout: 60_000, interval: 300 }

let postgres: RunningPostgres
let mariadb: RunningMariadb
let source: Database

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  source = await freshDatabase(postgres)
  await run(source, `CREATE TABLE t AS SELECT n AS id, 'new' AS note FROM generate_series(1, ${ROWS}) n`)
})
afterAll(() => Promise.all([postgres.stop(), mariadb.stop()]))

it('a deadlock in Postgres that ends our work is told as one, leaves the old rows, and the next run succeeds', async () => {
  const destination = await freshDatabase(postgres)
  await run(
    destination,
    'CREATE TABLE other AS SELECT 1 AS n',
    'CREATE TABLE t (id int, note text)',
    `INSERT INTO t VALUES (0, 'old')`,
    // Until somebody waits for what the run has locked; then it wants what they have.
    `CREATE FUNCTION wait_and_want() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 't'::regclass AND NOT granted) LOOP PERFORM pg_sleep(0.02); END LOOP;
       UPDATE public.other SET n = n; RETURN NULL; END $$`,
    'CREATE TRIGGER wait_and_want BEFORE INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION wait_and_want()',
    'ALTER FUNCTION wait_and_want() SET search_path = public, pg_catalog',
    `ALTER DATABASE ${destination.database} SET deadlock_timeout = '100ms'`,
  )
  const other = await connectTo(destination)
  await other.query(`SET deadlock_timeout = '10min'; BEGIN; UPDATE other SET n = n`)
  const moving = moveBetween(source, destination, [replace('public.t')])
  const isWaiting = `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database() AND wait_event = 'PgSleep'`
  await expect.poll(() => run(destination, isWaiting), PATIENCE).toEqual([{ n: '1' }])
  const locking = other.query('LOCK TABLE t')
  expect(problems(await moving)).toMatchObject([{ code: 'CONFLICT', retryable: true, hint: says(expect.any(String)) }])
  await locking
  await other.query('ROLLBACK')
  await other.end()

  expect(await run(destination, 'SELECT note FROM t')).toEqual([{ note: 'old' }])
  await run(destination, 'DROP TRIGGER wait_and_want ON t')
  expect(statuses(await moveBetween(source, destination, [replace('public.t')]))).toEqual(['succeeded'])
})

it('a deadlock in MySQL that ends our work is got past by another try, and nothing of the first stays', async () => {
  const to = await freshMysql(mariadb)
  const old = Array.from({ length: ROWS }, (_, n) => `(${n + 1}, 'old')`).join(', ')
  await runMysql(
    to,
    'CREATE TABLE t (id int PRIMARY KEY, note longtext)',
    `INSERT INTO t VALUES ${old}`,
    `CREATE TABLE other AS SELECT seq AS n FROM ${numbers(5_000)}`,
  )
  const { host, port, user, password, database } = to
  const other = await createConnection({ host, port, user, password, database })
  await other.beginTransaction()
  // InnoDB ends the one of the two that has changed less.
  await other.query('UPDATE other SET n = n + 1')
  await other.query(`UPDATE t SET note = 'theirs' WHERE id = ${ROWS}`)
  const moving = moveAcross(endpointOf(source), mysqlEndpoint(to), [
    { entity: 'public.t', target: `${to.database}.t`, mode: 'upsert', key: ['id'] },
  ])
  const isWaiting = `SELECT COUNT(*) AS n FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'`
  await expect.poll(async () => Number((await runMysql(to, isWaiting))[0]?.['n']), PATIENCE).toBe(1)
  // It gets the row only because the run was ended in its favour.
  await other.query(`UPDATE t SET note = 'theirs' WHERE id = 1`)
  await other.rollback()
  await other.end()
  expect(statuses(await moving)).toEqual(['succeeded'])
  expect(await runMysql(to, 'SELECT DISTINCT note FROM t')).toMatchObject([{ note: 'new' }])
})
