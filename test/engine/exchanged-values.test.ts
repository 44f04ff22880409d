import { describe, expect, it } from 'vitest'

import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { says } from '../support/says.ts'
import { copyStructure, said } from './copy-structure.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, problems, replace, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const UPSERT: StreamRequest = { ...replace('public.u'), mode: 'upsert', key: ['id'] }
const REMOVING: StreamRequest = { ...UPSERT, vanished: { limit: 100 } }

const upsert = (stream = UPSERT) => moveBetween(source, destination, [stream])
const rows = (database: Database, list = 'id, email') => run(database, `SELECT ${list} FROM u ORDER BY id`)

/** The same table at both ends, with three rows. @param email its type and its rules */
async function given(email: string, ...more: readonly string[]) {
  const values = `INSERT INTO u (id, email) VALUES (1, 'a@x.test'), (2, 'b@x.test'), (3, 'c@x.test')`
  for (const database of [source, destination])
    await run(database, `CREATE TABLE u (id int PRIMARY KEY, email ${email})`, values)
  await run(destination, `ALTER TABLE u ADD note text DEFAULT 'by hand'`, ...more)
}

const EXCHANGE = [
  `UPDATE u SET email = 'x' WHERE id = 2`,
  `UPDATE u SET email = 'b@x.test' WHERE id = 3`,
  `UPDATE u SET email = 'c@x.test' WHERE id = 2`,
]

const REFERRING = [
  'CREATE TABLE child (id int PRIMARY KEY, of int NOT NULL REFERENCES u ON DELETE CASCADE ON UPDATE CASCADE)',
  'INSERT INTO child VALUES (1, 2), (2, 3)',
]

const PARTITIONED = [
  'DROP TABLE u',
  `CREATE TABLE u (id int PRIMARY KEY, email text NOT NULL, note text DEFAULT 'by hand') PARTITION BY RANGE (id)`,
  'CREATE TABLE u_all PARTITION OF u FOR VALUES FROM (0) TO (100)',
  'CREATE UNIQUE INDEX ON u_all (email)',
  `INSERT INTO u VALUES (1, 'a@x.test'), (2, 'b@x.test'), (3, 'c@x.test')`,
]

describe('rows that exchange unique values', () => {
  it.each([
    ['a required text', 'text NOT NULL UNIQUE', []],
    ['an optional text', 'text UNIQUE', []],
    ['a short text that other tables refer to', 'varchar(20) NOT NULL UNIQUE', REFERRING],
    [
      'a text with a check that other tables refer to',
      `text NOT NULL UNIQUE CHECK (email LIKE '%@%' OR email = 'x')`,
      REFERRING,
    ],
    ['an index of an expression', 'text NOT NULL', ['CREATE UNIQUE INDEX ON u (lower(email))']],
    ['an exclusion', 'text NOT NULL', ['ALTER TABLE u ADD EXCLUDE USING btree (email WITH =)']],
    [
      'a table whose deletes a trigger sees',
      'text NOT NULL UNIQUE',
      [
        'CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION $m$deleted$m$; END $$',
        'CREATE TRIGGER no BEFORE DELETE ON u FOR EACH ROW EXECUTE FUNCTION no()',
      ],
    ],
    [
      'a table whose new rows a trigger changes',
      'text NOT NULL UNIQUE',
      [
        'CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := $m$new$m$; RETURN NEW; END $$',
        'CREATE TRIGGER noted BEFORE INSERT ON u FOR EACH ROW EXECUTE FUNCTION noted()',
      ],
    ],
    ['an index of one partition', 'text NOT NULL', PARTITIONED],
    [
      'an index of one partition to which others refer',
      'text NOT NULL',
      [
        ...PARTITIONED,
        'CREATE TABLE of_part (id int NOT NULL REFERENCES u_all ON DELETE CASCADE)',
        'INSERT INTO of_part VALUES (2)',
      ],
    ],
  ])('arrive (%s), and nothing else of them changes', async (_, email, more) => {
    await given(email, ...more, `UPDATE u SET note = 'mine' WHERE id = 2`)
    await run(source, ...EXCHANGE)
    for (const _ of ['once', 'again']) expect(problems(await upsert())).toEqual([undefined])
    expect(await rows(destination)).toEqual(await rows(source))
    expect(await run(destination, 'SELECT note FROM u WHERE id IN (2, 3) ORDER BY id')).toEqual([
      { note: 'mine' },
      { note: 'by hand' },
    ])
    if (more.some((statement) => statement.includes('of_part')))
      expect(await run(destination, 'SELECT id FROM of_part')).toEqual([{ id: '2' }])
    if (more === REFERRING)
      expect(await run(destination, 'SELECT of FROM child ORDER BY id')).toEqual([{ of: '2' }, { of: '3' }])
  })

  it.each([
    ['smallint', '32767'],
    ['int', '2147483647'],
    ['bigint', '9223372036854775807'],
  ])('arrive where one of them is the last of the type %s, and others refer to the rows', async (type, last) => {
    for (const database of [source, destination])
      await run(
        database,
        `CREATE TABLE u (id int PRIMARY KEY, email ${type} NOT NULL UNIQUE)`,
        `INSERT INTO u VALUES (1, 1), (2, 2), (3, ${last})`,
      )
    await run(destination, ...REFERRING)
    await run(source, 'UPDATE u SET email = 0 WHERE id = 2', `UPDATE u SET email = 2 WHERE id = 3`)
    await run(source, `UPDATE u SET email = ${last} WHERE id = 2`)
    expect(problems(await upsert())).toEqual([undefined])
    expect(await rows(destination)).toEqual(await rows(source))
  })

  it('arrive in a table that is replaced, and to which others refer', async () => {
    for (const database of [source, destination])
      await run(
        database,
        'CREATE TABLE u (id int PRIMARY KEY, email int NOT NULL UNIQUE CHECK (email > 0))',
        'INSERT INTO u VALUES (1, 1), (2, 2), (3, 3)',
      )
    await run(destination, ...REFERRING)
    await run(source, 'UPDATE u SET email = 10 - email', 'UPDATE u SET email = email - 6', 'DELETE FROM u WHERE id = 1')
    expect(problems(await moveBetween(source, destination, [replace('public.u')]))).toEqual([undefined])
    expect(await rows(destination)).toEqual(await rows(source))
    expect(await run(destination, 'SELECT of FROM child ORDER BY id')).toEqual([{ of: '2' }, { of: '3' }])
  })
})

describe('a row with the unique value of one that is gone', () => {
  const succession = [`DELETE FROM u WHERE id = 1`, `INSERT INTO u VALUES (9, 'a@x.test')`]

  it('arrives where gone rows are removed, also beside rows that are refused', async () => {
    await given('text NOT NULL UNIQUE')
    await run(source, ...succession)
    expect(problems(await upsert(REMOVING))).toEqual([undefined])
    expect(await rows(destination)).toEqual(await rows(source))
    await run(destination, `ALTER TABLE u ADD CHECK (email <> 'bad')`)
    await run(source, `UPDATE u SET id = 10 WHERE id = 9`, `INSERT INTO u VALUES (11, 'bad')`)
    const kept: (string | null | undefined)[] = []
    const rejects = {
      ...{ days: 14, begin: () => {}, finalize: async () => {}, countRejected: async () => 0 },
      keep: (_: string, { fields }: RejectedRow) => kept.push(fields[0]) > 0,
    }
    const keeping = { ...REMOVING, onInvalid: 'reject' as const }
    expect(problems(await moveBetween(source, destination, [keeping], { rejects }))).toEqual([undefined])
    expect(kept).toEqual(['11'])
    expect(await run(destination, 'SELECT id FROM u ORDER BY id')).toEqual([{ id: '2' }, { id: '3' }, { id: '10' }])
  })

  it('is refused with the reason where gone rows stay', async () => {
    await given('text NOT NULL UNIQUE')
    await run(source, ...succession)
    const [problem] = problems(await upsert())
    expect(problem).toMatchObject({
      code: 'CONSTRAINT',
      message: says(expect.stringMatching(/take values of the unique u_email_key that other rows there have/)),
      hint: says(expect.stringMatching(/^If the row that has the value is gone at the source, remove vanished rows/)),
    })
    expect(await rows(destination)).toHaveLength(3)
  })

  it('arrives in a table of the flow, whose unique index comes only if gone rows are removed', async () => {
    await run(
      source,
      `CREATE TABLE u (id int PRIMARY KEY, email text UNIQUE, CONSTRAINT with_key UNIQUE (id, email))`,
      `INSERT INTO u VALUES (1, 'a@x.test')`,
    )
    const ends = { source, destination }
    for (const [stream, left] of [
      [UPSERT, ['unique public.u u_email_key']],
      [{ ...UPSERT, vanished: { limit: 100, column: 'gone' } }, ['unique public.u u_email_key']],
      [REMOVING, []],
    ] as const) {
      await run(destination, 'DROP TABLE IF EXISTS u')
      const first = await copyStructure(ends, [stream])
      expect(said(first.objects, 'left').filter((line) => line.startsWith('unique'))).toEqual(left)
      await run(source, 'UPDATE u SET id = id + 1')
      const second = await copyStructure(ends, [stream])
      expect(second.moved).toMatchObject({ streams: [{ status: 'succeeded' }] })
      expect(await run(destination, `SELECT conname FROM pg_constraint WHERE conname = 'with_key'`)).toHaveLength(1)
    }
  })
})
