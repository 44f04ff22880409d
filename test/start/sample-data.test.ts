import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RequestError } from '../../src/server/domain/request-error.ts'
import { createSampleData, type SampleDatabase } from '../../src/server/sample-data/create-sample-data.ts'
import { cleanUp, launch, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

const FIRST = '5f3c8f0e-1111-4222-8333-aabbccddee01'
const SECOND = '5f3c8f0e-1111-4222-8333-aabbccddee02'

/** Counted and hashed once: a change of these is a change of what every guide and picture shows. */
const SHOP = [
  { name: 'customers', rows: 12_000, hash: '669028b850b75c43a10be075ad144fd4' },
  { name: 'events', rows: 45_000, hash: 'c2c6f06d402fd445f9340fbf1705c8e5' },
  { name: 'order_items', rows: 137_448, hash: 'ecf274f181e85d097d00947039715976' },
  { name: 'orders', rows: 55_000, hash: 'a158317769c19664f7f98e7231dd2c1b' },
  { name: 'products', rows: 800, hash: 'cd7e782bef6c909c892020ca1327b3e1' },
]

let adminUrl: string

beforeAll(async () => {
  const server = launch(await temporaryFolder(), { env: WITHOUT_LOCAL_ACCOUNTS })
  const answer = await fetch(await server.url)
  adminUrl = ((await answer.json()) as { databaseUrl: string }).databaseUrl
})

afterAll(cleanUp)

async function query(connection: string | pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const as = ({ dbname, ...database }: SampleDatabase): pg.ClientConfig => ({ ...database, database: dbname })

async function contents(database: SampleDatabase) {
  const tables = await query(as(database), "select tablename from pg_tables where schemaname = 'public' order by 1")
  return Promise.all(
    tables.map(async ({ tablename }) => {
      const sql = `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text collate "C")) as hash from ${tablename} t`
      return { name: tablename, ...(await query({ ...as(database), options: '-c timezone=UTC' }, sql))[0] }
    }),
  )
}

it('gives an organization a shop of 250,000 rows and an empty warehouse', async () => {
  const { source, destination } = await createSampleData({ adminUrl, organizationId: FIRST })
  expect(source.dbname).toBe('millrace_shop_aabbccddee01')
  const rows = (await contents(source)).reduce((sum, table) => sum + Number('rows' in table ? table.rows : 0), 0)
  expect(rows).toBe(250_248)
  expect(await contents(destination)).toEqual([])
})

it('fills every shop with the same rows, whatever the time zone of its server', async () => {
  const role = `millrace_shop_${SECOND.slice(-12)}`
  await query(adminUrl, `create role ${role}; alter role ${role} set timezone to 'Asia/Tokyo'`)
  for (const organizationId of [FIRST, SECOND]) {
    expect(await contents((await createSampleData({ adminUrl, organizationId })).source)).toEqual(SHOP)
  }
})

it('has what real data has: nulls, empty texts, other scripts, quotes, arrays, decimals and exact moments', async () => {
  const { source } = await createSampleData({ adminUrl, organizationId: FIRST })
  const [found] = await query(
    as(source),
    `select
      (select count(*) from customers where phone is null) > 1000 as nulls,
      (select count(*) from customers where note = '') > 100 as empty,
      (select count(distinct left(name, 1)) from customers where name > U&'\\00ff' collate "C") >= 4 as scripts,
      (select count(*) from customers where name like '%''%') > 100 as quotes,
      (select count(*) from customers where note like E'%\\n%' or note like E'%\\\\%') > 100 as escapes,
      (select count(*) from customers where array_position(tags, null) is not null) > 100 as arrays,
      (select count(*) from orders where total <> trunc(total)) > 10000 as decimals,
      (select count(*) from orders where placed_at <> date_trunc('milliseconds', placed_at)) > 10000 as microseconds,
      (select count(*) from orders where shipped_at < placed_at) = 0 as order_of_time,
      (select bool_and(total = sum) from orders join (
        select order_id, sum(round(quantity * unit_price * (1 - coalesce(discount, 0)), 2)) from order_items group by 1
      ) as items on order_id = id) as totals`,
  )
  expect(Object.entries(found ?? {}).filter(([, holds]) => holds !== true)).toEqual([])
})

it('changes nothing when asked again, and the passwords given before still fit', async () => {
  const before = await createSampleData({ adminUrl, organizationId: FIRST })
  await query(as(before.source), "update products set name = 'Renamed by its owner' where id = 1")
  await query(as(before.destination), 'create table arrived (n integer)')
  expect(await createSampleData({ adminUrl, organizationId: FIRST })).toEqual(before)
  expect(await query(as(before.source), 'select name from products where id = 1')).toEqual([
    { name: 'Renamed by its owner' },
  ])
  expect(await contents(before.destination)).toMatchObject([{ name: 'arrived', rows: 0 }])
})

it('is made once when two people ask at the same moment', async () => {
  const request = { adminUrl, organizationId: '5f3c8f0e-1111-4222-8333-aabbccddee03' }
  const [one, two] = await Promise.all([createSampleData(request), createSampleData(request)])
  expect(one).toEqual(two)
  expect(await contents(one.source)).toEqual(SHOP)
})

it('reaches nothing but its own', async () => {
  const { source, destination } = await createSampleData({ adminUrl, organizationId: FIRST })
  const other = await createSampleData({ adminUrl, organizationId: SECOND })
  for (const database of ['millrace', 'postgres', 'template1', destination.dbname, other.source.dbname]) {
    await expect(query({ ...as(source), database }, 'select 1')).rejects.toThrow(/permission denied for database/)
  }
  const [role] = await query(
    adminUrl,
    `select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as powers from pg_roles where rolname = '${source.user}'`,
  )
  expect(role).toEqual({ powers: false })
})

it('has a shop that can be mirrored, and an account that cannot copy the server', async () => {
  const { source, destination } = await createSampleData({ adminUrl, organizationId: FIRST })
  const replicating = (database: SampleDatabase, replication: string) =>
    query({ ...as(database), ...{ replication } }, 'IDENTIFY_SYSTEM')
  expect(await query(as(source), 'show wal_level')).toEqual([{ wal_level: 'logical' }])
  expect(await replicating(source, 'database')).toHaveLength(1)
  await expect(replicating(source, 'true')).rejects.toThrow(/no pg_hba.conf entry for replication connection/)
  await expect(replicating(destination, 'database')).rejects.toThrow(/permission denied/)
})

it('is refused in words where the role of the server may not create databases', async () => {
  await query(adminUrl, "create role humble login password 'humble'; grant connect on database millrace to humble")
  const url = new URL(adminUrl)
  Object.assign(url, { username: 'humble', password: 'humble' })
  const refused = createSampleData({ adminUrl: url.href, organizationId: FIRST })
  await expect(refused).rejects.toBeInstanceOf(RequestError)
  await expect(refused).rejects.toThrow(/may not create databases and roles/)
})

it('is made by a role that may create databases and roles, without being superuser', async () => {
  await query(
    adminUrl,
    "create role maker login createdb createrole password 'maker'; grant connect on database millrace to maker",
  )
  const url = new URL(adminUrl)
  Object.assign(url, { username: 'maker', password: 'maker' })
  const { source } = await createSampleData({
    adminUrl: url.href,
    organizationId: '5f3c8f0e-1111-4222-8333-aabbccddee04',
  })
  expect(await contents(source)).toEqual(SHOP)
})
