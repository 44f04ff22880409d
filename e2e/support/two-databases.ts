import { randomUUID } from 'node:crypto'

import { run } from '../../test/support/run-sql.ts'
import type { Call } from './make-account.ts'

interface MadeDatabase {
  readonly url: string
  /** Of its connection. */
  readonly id: string
}

/** Two empty databases of its own, and a connection to each: a source and a destination. */
export async function makeTwoDatabases(
  call: Call,
): Promise<{ readonly shop: MadeDatabase; readonly warehouse: MadeDatabase }> {
  const { host, port, user, password, dbname } = JSON.parse(process.env['MILLRACE_SMALL_SHOP'] ?? '')
  const urlOf = (database: string) => `postgres://${user}:${password}@${host}:${port}/${database}`
  const make = async (name: string, capability: string): Promise<MadeDatabase> => {
    const database = `${name}_${randomUUID().slice(0, 8)}`
    await run(urlOf(dbname), `create database ${database} template template0`)
    const credentials = { host, port, user, password, dbname: database, sslmode: 'disable' }
    const { id } = await call('POST', '/integrations', { name, type: 'postgres', credentials })
    const connection = { name, type: 'postgres', capability, integration_id: id, config: {} }
    return { url: urlOf(database), id: (await call('POST', '/connections', connection)).id }
  }
  return { shop: await make('shop', 'source'), warehouse: await make('warehouse', 'destination') }
}
