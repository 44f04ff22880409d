import { expect, it } from 'vitest'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror } from './mirror-support.ts'
import { type Database, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: LOGICAL },
)

/** Each changes rows of its table in a way that is easily overlooked. */
const HIDDEN: Readonly<Record<string, string>> = {
  identified: `ALTER TABLE identified REPLICA IDENTITY USING INDEX identified_n; UPDATE identified SET id = 10 WHERE id = 1`,
  swapped: `BEGIN; ALTER TABLE swapped REPLICA IDENTITY USING INDEX swapped_n; UPDATE swapped SET id = 10 WHERE id = 1; ALTER TABLE swapped REPLICA IDENTITY DEFAULT; COMMIT`,
  rewritten: `ALTER TABLE rewritten ALTER a TYPE text USING upper(a)`,
  there_and_back: `ALTER TABLE there_and_back ALTER n TYPE bigint; ALTER TABLE there_and_back ALTER n TYPE int USING n::int + 1`,
  renamed: `ALTER TABLE renamed RENAME a TO b; ALTER TABLE renamed ADD COLUMN a text DEFAULT 'new'; ALTER TABLE renamed DROP COLUMN b`,
  exchanged: `BEGIN; ALTER TABLE exchanged RENAME TO old; CREATE TABLE exchanged (id int PRIMARY KEY, a text, n int NOT NULL); ALTER TABLE old RENAME TO gone; COMMIT`,
  emptied: `BEGIN; INSERT INTO emptied VALUES (7, 'x', 7); TRUNCATE emptied; INSERT INTO emptied VALUES (8, 'y', 8); COMMIT`,
  key_again: `ALTER TABLE key_again DROP CONSTRAINT key_again_pkey; ALTER TABLE key_again ADD PRIMARY KEY (id)`,
  parent: `CREATE TABLE child (); ALTER TABLE child ADD id int NOT NULL, ADD a text, ADD n int NOT NULL; INSERT INTO child VALUES (50, 'child', 50); ALTER TABLE child INHERIT parent`,
  parts: `TRUNCATE parts_1`,
  detached: `ALTER TABLE detached DETACH PARTITION detached_1`,
}

it('rows that change beside the log pause their table, bring a copy, or make it doubtful: none differs in silence', async () => {
  const shape = '(id int PRIMARY KEY, a text, n int NOT NULL)'
  const rows = `VALUES (1, 'one', 1), (2, 'two', 2)`
  for (const table of Object.keys(HIDDEN)) {
    if (table === 'parts' || table === 'detached')
      await run(
        source,
        `CREATE TABLE ${table} ${shape} PARTITION BY RANGE (id)`,
        `CREATE TABLE ${table}_1 PARTITION OF ${table} FOR VALUES FROM (0) TO (100)`,
      )
    else await run(source, `CREATE TABLE ${table} ${shape}`)
    await run(
      source,
      `CREATE UNIQUE INDEX ${table}_n ON ${table} (n${table === 'parts' || table === 'detached' ? ', id' : ''})`,
    )
    await run(source, `INSERT INTO ${table} ${rows}`)
  }
  const mirrored = { columns: ['id', 'a', 'n'], key: ['id'] }
  const tables = Object.fromEntries(Object.keys(HIDDEN).map((table) => [`public.${table}`, mirrored]))
  const mirror = await startMirror(source, destination, tables, { lookMs: 50, shapesMs: 100 })
  await mirror.caughtUp()
  for (const statement of Object.values(HIDDEN)) await run(source, statement)
  const differing = async () => {
    const found: string[] = []
    for (const table of Object.keys(HIDDEN)) {
      const entity = `public.${table}`
      const sql = `SELECT id, a::text AS a, n FROM ${table} ORDER BY id`
      const isEqual = JSON.stringify(await run(destination, sql)) === JSON.stringify(await run(source, sql))
      if (!isEqual && !mirror.paused.has(entity) && !mirror.doubtful.has(entity)) found.push(table)
    }
    return found
  }
  await expect.poll(differing, { timeout: 20_000 }).toEqual([])
  expect([...mirror.paused.keys()]).toEqual(expect.arrayContaining(['public.identified', 'public.swapped']))
  expect(mirror.changed).toEqual(expect.arrayContaining(['public.renamed', 'public.exchanged']))
  await mirror.stop()
})

it('a word of an enum that is renamed brings a copy, and one that comes brings none', async () => {
  await run(
    source,
    `CREATE TYPE mood AS ENUM ('sad', 'glad')`,
    'CREATE TABLE t (id int PRIMARY KEY, a mood)',
    `INSERT INTO t VALUES (1, 'sad')`,
  )
  const tables = { 'public.t': { columns: ['id', 'a'], key: ['id'] } }
  const mirror = await startMirror(source, destination, tables, { lookMs: 50, shapesMs: 100 })
  await mirror.caughtUp()
  await run(source, `ALTER TYPE mood ADD VALUE 'calm' BEFORE 'glad'`, `INSERT INTO t VALUES (2, 'glad')`)
  await mirror.caughtUp()
  await expect.poll(() => run(destination, 'SELECT id FROM t')).toHaveLength(2)
  expect([mirror.changed, [...mirror.doubtful]]).toEqual([[], []])

  await run(destination, `ALTER TYPE mood ADD VALUE 'calm' BEFORE 'glad'`)
  await run(destination, `ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'`, `UPDATE t SET a = 'glad'`)
  await run(source, `ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'`)
  const rows = () => run(destination, 'SELECT id, a::text AS a FROM t ORDER BY id')
  await expect.poll(rows, { timeout: 20_000 }).toEqual([
    { id: '1', a: 'blue' },
    { id: '2', a: 'glad' },
  ])
  expect(mirror.changed).toEqual(['public.t'])
  await mirror.stop()
})
