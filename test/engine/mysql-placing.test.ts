import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { shownType } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith, problems } from './move-between.ts'
import { bookkeepingTables, moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ from, to } = ends)
})

const moveT = (mode: 'replace' | 'append' | 'upsert', more: object = {}, attempt: object = {}) =>
  moveTable({ from, to }, { mode, ...more }, attempt)

const rows = (database: MysqlDatabase, columns = '*') => runMysql(database, `SELECT ${columns} FROM t ORDER BY 1`)

describe('what a run will do', () => {
  it('is told column by column, and nothing is written', async () => {
    await runMysql(from, 'CREATE TABLE t (id bigint PRIMARY KEY, name varchar(40), total decimal(9,2))')
    const plan = (mode: 'replace' | 'append') =>
      planStream(
        {
          source: { connector: mysqlConnector, endpoint: mysqlEndpoint(from) },
          destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to) },
          stream: `${from.database}.t`,
          streams: [{ entity: `${from.database}.t`, target: `${to.database}.t`, mode }],
          steps: [],
          salt: '',
          stateOf: undefined,
        },
        contextWith(),
        stepProcesses,
      )
    const told = async (mode: 'replace' | 'append') => {
      const { effect, columns } = await plan(mode)
      return [effect, ...columns.map(({ name, targetType, notes }) => [name, targetType, ...notes].join(' '))]
    }
    expect(await told('replace')).toEqual([
      'created',
      shownType('id bigint(20) key'),
      'name varchar(40)',
      'total decimal(9,2)',
    ])
    expect(await runMysql(to, 'SHOW TABLES')).toEqual([])

    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, name varchar(9) NOT NULL, total decimal(9,2))')
    expect(await told('append')).toEqual([
      'appended',
      shownType('id int(11) key narrower'),
      'name varchar(9) narrower required',
      'total decimal(9,2)',
    ])
    expect(await told('replace')).toMatchObject({ 0: 'replaced' })
  })
})

describe('rows are put in place', () => {
  it('by a swap that keeps indexes, views and defaults of the target', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, v varchar(10))',
      `INSERT INTO t VALUES (1, 'new'), (2, NULL)`,
    )
    await runMysql(
      to,
      `CREATE TABLE t (id int PRIMARY KEY, v varchar(10) DEFAULT 'x', KEY by_v (v)) COMMENT 'kept'`,
      `INSERT INTO t VALUES (9, 'old')`,
      'CREATE VIEW w AS SELECT * FROM t',
    )
    const [before] = await runMysql(to, 'SHOW CREATE TABLE t')
    expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await runMysql(to, 'SELECT * FROM w ORDER BY id')).toEqual([
      { id: '1', v: 'new' },
      { id: '2', v: null },
    ])
    expect(await runMysql(to, 'SHOW CREATE TABLE t')).toEqual([before])
    expect(await bookkeepingTables(to)).toEqual([])
  })

  it('inside of a table that has triggers or foreign keys', async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, parent int)', 'INSERT INTO t VALUES (1, 1)')
    await runMysql(
      to,
      'CREATE TABLE parents (id int PRIMARY KEY)',
      'INSERT INTO parents VALUES (1)',
      'CREATE TABLE t (id int PRIMARY KEY, parent int, FOREIGN KEY (parent) REFERENCES parents (id))',
      'INSERT INTO t VALUES (5, 1)',
    )
    expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await rows(to)).toEqual([{ id: '1', parent: '1' }])
    await runMysql(from, 'UPDATE t SET parent = 7')
    expect(problems(await moveT('replace'))[0]).toMatchObject({ code: 'CONSTRAINT' })
    expect(await rows(to)).toEqual([{ id: '1', parent: '1' }])
  })

  it('in the one of two tables whose names differ in case only', async () => {
    await runMysql(from, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (1)', 'CREATE TABLE T (other int)')
    await runMysql(to, 'CREATE TABLE T (other int PRIMARY KEY)', 'INSERT INTO T VALUES (5)')
    await runMysql(to, 'CREATE TABLE children (id int, FOREIGN KEY (id) REFERENCES T (other))')
    for (const _ of ['made anew', 'replaced']) expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await rows(to)).toEqual([{ id: '1' }])
    expect(await runMysql(to, 'SELECT * FROM T')).toEqual([{ other: '5' }])
  })

  it('not in a table that foreign keys point to', async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY)')
    await runMysql(
      to,
      'CREATE TABLE t (id int PRIMARY KEY)',
      'CREATE TABLE children (id int, CONSTRAINT to_t FOREIGN KEY (id) REFERENCES t (id))',
    )
    expect(problems(await moveT('replace'))[0]).toMatchObject({
      code: 'TARGET_IN_USE',
      message: says(expect.stringContaining('to_t of children')),
    })
  })

  it('after those that are there', async () => {
    await runMysql(from, 'CREATE TABLE t (v int)', 'INSERT INTO t VALUES (1), (2)')
    await moveT('append')
    await runMysql(to, 'ALTER TABLE t ADD id int AUTO_INCREMENT PRIMARY KEY, ADD note text NULL')
    expect(problems(await moveT('append'))).toEqual([undefined])
    expect(await rows(to, 'v')).toEqual([{ v: '1' }, { v: '1' }, { v: '2' }, { v: '2' }])
  })

  it('by key: known ones are changed, new ones added, the others stay; of two with one key the last is taken', async () => {
    await runMysql(from, 'CREATE TABLE t (k int, v text)', `INSERT INTO t VALUES (1, 'a'), (2, 'b')`)
    expect(problems(await moveT('upsert', { key: ['k'] }))).toEqual([undefined])
    await runMysql(from, 'DELETE FROM t', `INSERT INTO t VALUES (2, 'first'), (3, 'c'), (2, 'last')`)
    expect(problems(await moveT('upsert', { key: ['k'] }))).toEqual([undefined])
    expect(await rows(to)).toEqual([
      { k: '1', v: 'a' },
      { k: '2', v: 'last' },
      { k: '3', v: 'c' },
    ])
  })

  it('not by a key that the target cannot tell rows apart by', async () => {
    await runMysql(from, 'CREATE TABLE t (k int, v int)')
    expect(problems(await moveT('upsert'))[0]).toMatchObject({ code: 'KEY_REQUIRED' })
    await runMysql(to, 'CREATE TABLE t (k int, v int)')
    expect(problems(await moveT('upsert', { key: ['k'] }))[0]).toMatchObject({ code: 'KEY_NOT_UNIQUE' })
    await runMysql(to, 'ALTER TABLE t ADD UNIQUE (k), ADD UNIQUE other (v)')
    expect(problems(await moveT('upsert', { key: ['k'] }))[0]).toMatchObject({
      code: 'KEY_AMBIGUOUS',
      message: says(expect.stringContaining('other')),
    })
  })

  it('not where columns are missing, left over or too small, and each is named', async () => {
    await runMysql(from, 'CREATE TABLE t (id int, gone int, at datetime(6), amount double)')
    await runMysql(to, 'CREATE TABLE t (id int, at datetime, amount float, more int NOT NULL)')
    expect(problems(await moveT('replace'))[0]).toMatchObject({
      code: 'TARGET_MISMATCH',
      message: says(
        `The table ${to.database}.t does not fit: column "gone" (${shownType('int(11)')}) is missing; column "at" is datetime, but the stream has datetime(6); column "amount" is float, but the stream has double; column "more" is not in the source, is NOT NULL and has no default.`,
      ),
    })
  })

  it.each(['replace', 'append', 'upsert'] as const)(
    'not where somebody dropped a column of the target (%s)',
    async (mode) => {
      await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, old int)')
      expect(problems(await moveT(mode))).toEqual([undefined])
      await runMysql(to, 'ALTER TABLE t DROP old')
      expect(problems(await moveT(mode))).toMatchObject([
        {
          code: 'TARGET_MISMATCH',
          message: says(`The table ${to.database}.t does not fit: column "old" (${shownType('int(11)')}) is missing.`),
          hint: says('Leave "old" out of the stream, or add it to the table.'),
          missing: ['old'],
        },
      ])
      expect(problems(await moveT(mode, { columns: ['id'] }))).toEqual([undefined])
    },
  )

  it.each(['replace', 'append', 'upsert'] as const)(
    'may have wider types and further columns that need no value (%s)',
    async (mode) => {
      await runMysql(
        from,
        'CREATE TABLE t (id int PRIMARY KEY, v varchar(5), at datetime(3))',
        `INSERT INTO t VALUES (1, 'one', '2024-01-01 00:00:00.123')`,
      )
      await runMysql(
        to,
        `CREATE TABLE t (id bigint PRIMARY KEY, v text, at datetime(6), note text, kind varchar(9) NOT NULL DEFAULT 'x')`,
      )
      const { streams } = await moveT(mode)
      expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
      if (mode === 'replace')
        expect(streams[0]?.notes?.map(inEnglish).join(' ')).toContain('have their default: note, kind.')
      expect(await runMysql(to, 'SELECT * FROM t')).toEqual([
        { id: '1', v: 'one', at: '2024-01-01 00:00:00.123000', note: null, kind: 'x' },
      ])
    },
  )

  it.each(['replace', 'append', 'upsert'] as const)(
    'follow a source that grew, and keep the rest of their definition (%s)',
    async (mode) => {
      await runMysql(
        from,
        'CREATE TABLE t (id int PRIMARY KEY, v varchar(5), n decimal(6,2))',
        `INSERT INTO t VALUES (1, 'one', 1.25)`,
      )
      await runMysql(
        to,
        `CREATE TABLE t (id int PRIMARY KEY COMMENT 'it''s, kept', v varchar(5) CHARACTER SET latin1 DEFAULT 'x', n decimal(6,2))`,
      )
      let columns: StreamState['columns']
      const move = async () => {
        const onEvent = (event: MoveEvent) => {
          if (event.kind === 'columns') columns = event.columns
        }
        const before = columns
        return problems(await moveT(mode, {}, { onEvent, stateOf: () => before && { columns: before } }))
      }
      expect(await move()).toEqual([undefined])
      await runMysql(
        from,
        'ALTER TABLE t MODIFY id bigint, MODIFY v varchar(20), MODIFY n decimal(12,4), ADD at datetime(6) NOT NULL DEFAULT 0',
        'DELETE FROM t',
        `INSERT INTO t VALUES (5000000000, 'longer than five', 12345678.1234, '2024-01-01')`,
      )
      expect(await move()).toEqual([undefined])
      const [row] = await runMysql(to, 'SELECT * FROM t ORDER BY id DESC LIMIT 1')
      expect(row).toEqual({
        id: '5000000000',
        v: 'longer than five',
        n: '12345678.1234',
        at: '2024-01-01 00:00:00.000000',
      })
      const [definition] = await runMysql(to, 'SHOW CREATE TABLE t')
      for (const part of [
        shownType("`id` bigint(20) NOT NULL COMMENT 'it''s, kept'"),
        '`v` varchar(20) CHARACTER SET latin1',
        "DEFAULT 'x'",
        '`at` datetime(6) DEFAULT NULL',
      ])
        expect(definition?.['Create Table']).toContain(part)
    },
  )

  it('with names that MySQL knows in one case only told before anything is made', async () => {
    await runMysql(from, 'CREATE TABLE t (id int)')
    const result = await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [
      { entity: `${from.database}.t`, target: 'x'.repeat(65), mode: 'replace' },
    ])
    expect(problems(result)[0]).toMatchObject({ code: 'NAME_NOT_POSSIBLE' })
  })
})
