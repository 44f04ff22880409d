import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, moveBetween, problems, replace, run } from './move-between.ts'
import { moveTable } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, v varchar(20))'
const NEW = `INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')`
const OLD = `INSERT INTO t VALUES (1, 'old'), (2, 'old'), (9, 'old')`

/** What a run says about its only stream: the code of its error, or how the rows were checked and what was noted. */
const outcome = ({ streams: [stream] }: MoveResult) => ({
  is: stream?.error?.code ?? `${stream?.check?.state} ${stream?.check?.reason ?? ''}`.trim(),
  notes: (stream?.notes ?? []).map(inEnglish),
})

const UPSERT = { mode: 'upsert', key: ['id'] } as const
const REMOVE = { ...UPSERT, vanished: { limit: 100 } } as const
const MARK = { ...UPSERT, vanished: { limit: 100, column: 'gone' } } as const

async function move(stream: Partial<StreamRequest>, ...dependents: readonly string[]) {
  await run(source, TABLE, NEW)
  await run(destination, TABLE, OLD, ...dependents)
  const found = outcome(await moveBetween(source, destination, [{ ...replace('public.t'), ...stream }]))
  const rows = await run(destination, 'SELECT id, v FROM ONLY t ORDER BY id')
  return { ...found, rows: rows.map(({ id, v }) => `${id}${v}`).join(' ') }
}

const trigger = (when: string, body: string, kind = 'TRIGGER', deferred = '') => [
  `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`,
  `CREATE ${kind} tr ${when} ON t ${deferred} FOR EACH ROW EXECUTE FUNCTION f()`,
]

const altered = (rows: number, columns: string, by: string) =>
  expect.arrayContaining([
    rows === 1
      ? `1 row is not in the target as it was written (${columns}): triggers or rules of the target change it (${by}).`
      : `${rows} rows are not in the target as they were written (${columns}): triggers or rules of the target change them (${by}).`,
  ])

describe('rows that triggers or rules of the target change', () => {
  it.each([
    ['replaced', {}, 3],
    ['added where some are there', { mode: 'append', cursor: { column: 'id', after: '2' } }, 1],
    ['upserted', UPSERT, 3],
  ] as const)('are never called verified, and are told of (%s)', async (_, stream, rows) => {
    const moved = await move(
      stream,
      ...trigger('BEFORE INSERT', `NEW.v := 'X'; RETURN NEW;`),
      'DELETE FROM t WHERE id = 9',
    )
    expect(moved).toMatchObject({ is: 'counted altered', notes: altered(rows, 'v', 'tr') })
  })

  it('are told of where an update is not done', async () => {
    const moved = await move(UPSERT, ...trigger('BEFORE UPDATE', 'RETURN OLD;'))
    expect(moved).toMatchObject({ is: 'counted altered', notes: altered(2, 'v', 'tr'), rows: '1old 2old 3c 9old' })
  })

  it('are told of where one is kept out of those that are added', async () => {
    await run(source, TABLE, NEW)
    await run(destination, TABLE, ...trigger('BEFORE INSERT', 'RETURN NULL;'))
    const [error] = problems(await moveBetween(source, destination, [{ ...replace('public.t'), mode: 'append' }]))
    expect(error).toMatchObject({
      code: 'ROW_COUNT_MISMATCH',
      hint: says(expect.stringContaining('If a trigger of the target keeps rows out, change it')),
    })
  })

  it('are told of in advance where they are only added', async () => {
    const { notes } = await move({ mode: 'append' }, ...trigger('BEFORE INSERT', 'RETURN NEW;'), 'DELETE FROM t')
    expect(notes).toEqual([
      'Triggers or rules of public.t may change the rows that are added, which is not compared: tr.',
    ])
  })

  it.each([
    ['removes them', trigger('AFTER INSERT', 'DELETE FROM t WHERE id = 2; RETURN NULL;')],
    [
      'removes them at the end',
      trigger(
        'AFTER INSERT',
        'DELETE FROM t WHERE id = 2; RETURN NULL;',
        'CONSTRAINT TRIGGER',
        'DEFERRABLE INITIALLY DEFERRED',
      ),
    ],
    ['brings old ones back', trigger('AFTER DELETE', 'INSERT INTO t VALUES (OLD.id + 100, OLD.v); RETURN NULL;')],
    [
      'writes them elsewhere',
      ['CREATE TABLE x (LIKE t)', 'CREATE RULE r AS ON INSERT TO t DO INSTEAD INSERT INTO x VALUES (NEW.*)'],
    ],
  ])('fail the run where one %s', async (_, dependents) => {
    const inPublic = dependents.map((statement) => statement.replaceAll(/(INTO|FROM) t\b/g, '$1 public.t'))
    expect(await move({}, ...inPublic)).toMatchObject({ is: 'ROW_COUNT_MISMATCH', rows: '1old 2old 9old' })
  })

  it.each([
    ['removed', REMOVE, trigger('BEFORE DELETE', 'RETURN NULL;')],
    ['removed', REMOVE, ['CREATE RULE r AS ON DELETE TO t DO INSTEAD UPDATE t SET v = $$x$$ WHERE id = OLD.id']],
    ['marked', MARK, trigger('BEFORE UPDATE', 'RETURN CASE WHEN NEW.id < 9 THEN NEW END;')],
  ] as const)('fail the run where gone ones cannot be %s', async (_, stream, dependents) => {
    expect(await move(stream, ...dependents)).toMatchObject({ is: 'ROW_COUNT_MISMATCH', rows: '1old 2old 9old' })
  })

  it('are verified where a trigger changes nothing', async () => {
    expect(await move(REMOVE, ...trigger('BEFORE INSERT OR UPDATE OR DELETE', 'RETURN COALESCE(NEW, OLD);'))).toEqual({
      is: 'verified',
      notes: [],
      rows: '1a 2b 3c',
    })
  })

  it.each([{ mode: 'replace' }, { mode: 'append' }, UPSERT] as const)(
    'are told of in MySQL too (%o)',
    async (stream) => {
      await runMysql(from, TABLE, NEW)
      await runMysql(to, TABLE, `CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET NEW.v = UPPER(NEW.v)`)
      expect(outcome(await moveTable({ from, to }, stream))).toMatchObject({
        is: 'counted altered',
        notes: altered(3, 'v', 'tr'),
      })
    },
  )
})

describe('rows of a table that inherits from the target', () => {
  const CHILD = ['CREATE TABLE child () INHERITS (t)', `INSERT INTO child VALUES (2, 'of child'), (77, 'of child')`]

  it.each([
    ['replaced', {}, []],
    ['replaced by key', {}, ['CREATE TABLE x (id int REFERENCES t)']],
    ['upserted and removed', REMOVE, []],
  ] as const)('stay when those of the target are %s', async (_, stream, more) => {
    expect(await move(stream, ...CHILD, ...more)).toMatchObject({ is: 'verified', rows: '1a 2b 3c' })
    expect(await run(destination, 'SELECT id FROM child ORDER BY id')).toEqual([{ id: '2' }, { id: '77' }])
  })

  it('are not taken for rows that are there already', async () => {
    const stream = { mode: 'append', cursor: { column: 'id', after: '5' } } as const
    expect(await move(stream, ...CHILD, 'DELETE FROM ONLY t')).toMatchObject({ rows: '1a 2b 3c' })
  })
})

describe('row security of the target', () => {
  const asWriter = async (stream: Partial<StreamRequest>, ...policies: readonly string[]) => {
    const role = `w_${destination.database}`
    await run(source, TABLE, NEW)
    await run(
      destination,
      TABLE,
      OLD,
      ...policies,
      'ALTER TABLE t ENABLE ROW LEVEL SECURITY',
      `CREATE ROLE ${role} LOGIN PASSWORD 'w'`,
      `GRANT ALL ON SCHEMA public TO ${role}`,
      `GRANT TEMPORARY ON DATABASE ${destination.database} TO ${role}`,
      `GRANT ALL ON t TO ${role}`,
    )
    const end = endpointOf(destination, { user: role, password: 'w' })
    const found = outcome(await moveBetween(source, end, [{ ...replace('public.t'), ...stream }]))
    const rows = await run(destination, 'SELECT id, v FROM t ORDER BY id')
    await run(destination, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
    return { ...found, rows: rows.map(({ id, v }) => `${id}${v}`).join(' ') }
  }
  const VISIBLE = ['CREATE POLICY a ON t USING (true)', 'CREATE POLICY b ON t AS RESTRICTIVE FOR DELETE USING (id < 9)']

  it.each([
    ['replace', {}],
    ['remove', REMOVE],
  ] as const)('fails a run whose rows it keeps (%s)', async (_, stream) => {
    expect(await asWriter(stream, ...VISIBLE)).toMatchObject({ is: 'ROW_COUNT_MISMATCH', rows: '1old 2old 9old' })
  })

  it('is told of where it may hide rows, which then stay', async () => {
    expect(await asWriter({}, 'CREATE POLICY a ON t USING (id < 9)')).toMatchObject({
      notes: expect.arrayContaining([
        expect.stringMatching(/^Row security of public.t may hide rows from the account/),
      ]),
      rows: '1a 2b 3c 9old',
    })
  })

  it('lets rows be added', async () => {
    const moved = await asWriter({ mode: 'append' }, 'CREATE POLICY a ON t USING (true)', 'DELETE FROM t')
    expect(moved).toMatchObject({ is: 'verified', rows: '1a 2b 3c' })
  })
})
