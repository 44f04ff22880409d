import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { says } from '../../../../test/support/says.ts'
import type { Step } from '../columns/step.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { bindSteps } from './bind-steps.ts'
import { previewSteps } from './preview-steps.ts'

const INPUT = {
  entity: 'orders',
  columns: [{ name: 'id', type: 'bigint', value: { kind: 'integer', bits: 64 }, nullable: false }],
} as const

const noPartners = async () => ({ rows: 0, isWhole: true })

let folder: string
let own: string
let secret: string
let duckdb: OpenDuckdb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-hostile-'))
  secret = join(folder, 'secret.csv')
  await writeFile(secret, 'password\nhunter2\n')
  own = await mkdtemp(join(tmpdir(), 'millrace-own-'))
  duckdb = await openDuckdb(own)
})

afterAll(async () => {
  duckdb.close()
  await rm(folder, { recursive: true })
  await rm(own, { recursive: true })
})

const source = { entities: undefined, find: () => undefined }
const failureOf = async (step: Step) => (await bindSteps(duckdb.connection, INPUT, [step], source)).failure?.problem
const query = (sql: string): Step => ({ id: 's', type: 'sql', settings: { query: sql } })
const where = (sql: string): Step => ({ id: 'f', type: 'filter', settings: { where: sql } })

describe('a SELECT of a step', () => {
  it.each([
    ["select * from read_csv('$FILE')"],
    ["select * from '$FILE'"],
    ["from read_text('$FILE')"],
    ["select * from glob('$FOLDER/*')"],
    ["select * from input, lateral (select * from read_blob('$FILE'))"],
    ["select * from input where id in (select 1 from read_parquet('https://example.com/x.parquet'))"],
    ["with x as (from sniff_csv('$FILE')) select * from x"],
    ["select * from query('select 1')"],
    ["select * from query_table('raw_0')"],
    ['select * from raw_0'],
    ['select * from s0'],
    ['select * from main.input'],
    ['select * from information_schema.tables'],
    ['select * from pg_catalog.pg_settings'],
    ['select * from duckdb_settings()'],
    ['select * from duckdb_prepared_statements()'],
    ["select current_setting('temp_directory') from input"],
    ["select system.main.current_setting('temp_directory') from input"],
    ["select 'temp_directory'.current_setting() from input"],
    ['select CURRENT_QUERY() from input'],
    ["select getvariable('x') from input"],
    ['select $salt from input'],
    ['select $1 from input'],
    ['select ? from input'],
    ['select 1; select 2'],
    ["select 1; copy (select 1) to '$FOLDER/out.csv'"],
    ['with x as (select 1) insert into raw_0 select * from x'],
    ['with x as (delete from raw_0 returning *) select * from x'],
    ['from (show tables)'],
    ['from (describe raw_0)'],
    ['select sleep_ms(10000) from input'],
  ])('reaches nothing but its input: %s', async (sql) => {
    const text = sql.replaceAll('$FILE', secret).replaceAll('$FOLDER', folder)
    expect((await failureOf(query(text)))?.code).toMatch(/^SQL_(NOT_ALLOWED|INVALID)$/)
  })

  it.each([
    ["copy input to '$FOLDER/out.csv'"],
    ["attach '$FOLDER/db.duckdb'"],
    ['install httpfs'],
    ["load 'httpfs'"],
    ["set memory_limit = '100GB'"],
    ['pragma database_list'],
    ['create table t as select 1'],
    ["export database '$FOLDER'"],
    ['call pragma_version()'],
    ['prepare x as select 1'],
    ['explain select 1'],
  ])('is nothing else: %s', async (sql) => {
    expect((await failureOf(query(sql.replaceAll('$FOLDER', folder))))?.code).toBe('STEP_UNFINISHED')
    expect((await failureOf(query(`from input; ${sql}`)))?.code).toMatch(/^SQL_(NOT_ALLOWED|INVALID)$/)
  })

  it('is allowed everything that it makes of its input', async () => {
    const wide = `with recursive n as (select 1 as v union all select v + 1 from n where v < 3), twice as (from input)
      select i.id, n.v, (select count(*) from twice) c, unnest([1, 2]) u from input i join n on n.v = i.id
      union all select id, 1, 1, x from input, range(3) r(x) order by 1 -- the end`
    expect(await failureOf(query(wide))).toBeUndefined()
  })
})

/** Each query names the previous one twice. */
const chain = (length: number) => {
  const queries = Array.from(
    { length },
    (_, n) => `c${n + 1} as not materialized (select a.id from c${n} a join c${n} b using (id))`,
  )
  return `with c0 as (select id from input), ${queries.join(', ')} select * from c${length}`
}

describe('a SELECT that is small to read and huge to work on', () => {
  it.each([
    ['queries that name each other twice, 12 deep', chain(12), 'more than 1,000 times'],
    ['queries that name each other twice, 30 deep', chain(30), 'more than 1,000 times'],
    ['20,000 × UNION ALL', Array(20_000).fill('select id from input').join(' union all '), 'accepts at most 50,000'],
    [
      'a list of 15,000 numbers',
      `select id from input where id in (${'1,'.repeat(15_000)}1)`,
      'accepts at most 20,000',
    ],
  ])('is refused: %s', async (_, sql, sentence) => {
    const begun = performance.now()
    const failure = await failureOf(query(sql))
    expect(failure).toMatchObject({ code: 'SQL_NOT_ALLOWED', field: 'settings.query' })
    expect(failure?.message).toEqual(says(expect.stringContaining(sentence)))
    expect(performance.now() - begun).toBeLessThan(3_000)
  })

  it('is no query of a usual size', async () => {
    expect(await failureOf(query(chain(5)))).toBeUndefined()
    expect(await failureOf(query(Array(100).fill('select id from input').join(' union all ')))).toBeUndefined()
  })
})

describe('an expression of a step', () => {
  it.each([
    ['true) union select (true'],
    ['id, id'],
    ['id as x'],
    ['id from input'],
    ['*'],
    ['true order by id'],
    ['true limit 1'],
    ['true; select 1'],
    ['exists (select 1 from raw_0)'],
    ["(select count(*) from read_csv('/etc/passwd')) > 0"],
    ["current_setting('threads') = '2'"],
    ['$salt is null'],
  ])('stays one expression over its row: %s', async (sql) => {
    expect((await failureOf(where(sql)))?.code).toMatch(/^SQL_(NOT_ALLOWED|INVALID)$/)
  })

  it.each([
    ['id > 0 -- all'],
    ['id in (select unnest([1, 2]))'],
    ["id BETWEEN 1 AND 2 /* two */ OR id = ';'::text::bigint"],
  ])('may say: %s', async (sql) => {
    expect(await failureOf(where(sql))).toBeUndefined()
  })
})

describe('DuckDB itself', () => {
  it.each([
    ["SELECT * FROM read_csv('$FILE')"],
    ["SELECT * FROM read_text('$FILE')"],
    ["COPY (SELECT 1) TO '$FOLDER/out.csv'"],
    ["ATTACH '$FOLDER/db.duckdb'"],
    ['INSTALL httpfs'],
    ['LOAD httpfs'],
    ["SET memory_limit = '100GB'"],
    ['SET enable_external_access = true'],
    ['SET lock_configuration = false'],
    ["SET allowed_directories = ['/']"],
  ])('refuses what would get past the check: %s', async (sql) => {
    const text = sql.replaceAll('$FILE', secret).replaceAll('$FOLDER', folder)
    await expect(duckdb.connection.run(text)).rejects.toThrow(/"exception_type"/)
    expect(await readdir(folder)).toEqual(['secret.csv'])
  })

  it('ends a step that takes more memory than there is for it', async () => {
    const previews = await previewSteps({
      input: INPUT,
      steps: [query('select list(x) as l from input, range(1000000000) r(x)')],
      source,
      rowsOf: async () => [['1']],
      readPartners: noPartners,
      salt: '',
      signal: new AbortController().signal,
    })
    expect(previews.at(-1)?.error?.code).toMatch(/^(TRANSFORMATION_TOO_LARGE|PREVIEW_TOO_SLOW)$/)
  })

  it('ends a step without an end as soon as nobody waits for it', async () => {
    const cancel = new AbortController()
    const endless = query(
      'with recursive n as (select 1 as v union all select v + 1 from n) select count(*) as c from n',
    )
    const previews = previewSteps({
      input: INPUT,
      steps: [endless],
      source,
      rowsOf: async () => {
        queueMicrotask(() => cancel.abort(new Error('nobody waits')))
        return [['1']]
      },
      readPartners: noPartners,
      salt: '',
      signal: cancel.signal,
    })
    await expect(previews).rejects.toThrow('nobody waits')
  })
})
