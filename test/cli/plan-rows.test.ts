import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { type CommandLine, startCommandLine } from '../support/command-line.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('the rows of a plan', { timeout: 60_000 }, () => {
  let api: Api
  let base: string
  let commandLine: CommandLine
  let folder: string

  beforeAll(async () => {
    ;({ api, base } = await startShop())
    const rows = `create table orders (id int primary key, name text); insert into orders values (1, 'a'), (2, 'b')`
    await run(urlOfDatabase(api, 'shop'), `${rows}, (3, 'c')`)
    await run(urlOfDatabase(api, 'warehouse'), `${rows}, (9, 'z'); update orders set name = 'x' where id = 2`)
    const ends = await addEnds(api, base)
    const streams = [{ entity: 'public.orders', target: 'others', mode: 'upsert', key: ['id'] }]
    await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config: { streams } })
    commandLine = await startCommandLine(api, base, 'admin')
    folder = mkdtempSync(join(tmpdir(), 'millrace-rows-'))
    await commandLine.millrace(['pull', folder])
  })
  afterAll(async () => {
    await commandLine.stop()
    await api.stop()
  })

  const plan = (...options: readonly string[]) => commandLine.millrace(['plan', folder, ...options])
  const file = (name: string) => join(folder, 'flows', name)

  it('says for each table what is new, changed, equal and gone, with some keys', async () => {
    expect((await plan('--rows')).printed).toEqual([
      'Nothing would change: 3 of 3 documents say what is there.',
      'No flow changes, so no rows were compared.',
    ])
    const text = readFileSync(file('orders.yaml'), 'utf8')
    writeFileSync(file('orders.yaml'), text.replace('target: others', 'target: orders'))
    const { code, printed } = await plan('--rows', '--exit-code')
    expect(code).toBe(20)
    expect(printed.map((line) => line.replace(/[0-9a-f-]{36}/, '…'))).toEqual([
      '~ flow Orders: changed (flows/orders.yaml)',
      '    streams.public.orders.target: others → orders',
      '1 changed, 2 unchanged',
      'Rows that a run would change, by dry runs; nothing was written:',
      'flow Orders (flows/orders.yaml)',
      '  Run …: would succeed',
      '    public.orders → public.orders: succeeded, 1 new, 1 changed, 0 gone, 1 equal',
      '      new: id 3',
      '      changed: id 2',
    ])
  })

  it('goes on when the dry run of a flow fails, and ends with another code', async () => {
    const flow = (name: string, entity: string) =>
      `millrace: 1\nkind: flow\nname: ${name}\nsource: shop\ndestination: warehouse\nstreams: [{ entity: ${entity}, target: ${name} }]\n`
    writeFileSync(file('broken.yaml'), flow('broken', 'public.nothing'))
    writeFileSync(file('copies.yaml'), flow('copies', 'public.orders'))
    const { code, printed } = await plan('--rows', '--json')
    expect(code).toBe(10)
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      {
        changes: { length: 3 },
        rows: [
          { name: 'broken', action: 'created', status: 'failed', message: expect.stringContaining('nothing') },
          {
            ...{ name: 'copies', file: 'flows/copies.yaml', status: 'succeeded' },
            tables: [{ target: 'public.copies', difference: { created: 3 }, examples: { created: { length: 3 } } }],
          },
          { name: 'Orders', status: 'succeeded' },
        ],
      },
    ])
    expect(
      await run(urlOfDatabase(api, 'warehouse'), `select tablename from pg_tables where schemaname = 'public'`),
    ).toEqual([{ tablename: 'orders' }])
    expect((await plan('--all')).complained).toEqual(['--all says which flows --rows compares. Type both.'])
  })
})
