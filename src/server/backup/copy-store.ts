import { pipeline } from 'node:stream/promises'

import { StartFailure } from '../host/start-failure.ts'
import { loadStore, StoreFound } from '../store/backup/load-store.ts'
import { countRows, jumpEpochs } from '../store/backup/settle-store.ts'
import { copyTableOut, readContent } from '../store/backup/store-tables.ts'
import { openSession } from '../store/database/store-session.ts'
import { type Counted, countInto } from './count-rows.ts'

interface Copied {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies a store into an empty database, in one transaction there; counts every row on both sides. No other process may use the store.
 * @param mark names this copy: a second call with the same mark finds it @throws StartFailure
 */
export async function copyStore(from: string, to: string, mark: string): Promise<Copied> {
  const source = await openSession(from)
  const target = await openSession(to).catch(async (error: unknown) => {
    await source.end()
    throw error
  })
  try {
    const content = await readContent(source.query)
    if (!content)
      throw new StartFailure('The embedded database has no store of Millrace yet, so there is nothing to move.')
    const written = new Map<string, number>()
    await loadStore(target, {
      content,
      mark,
      fill: async (table, rows) => {
        const counted: Counted = { rows: 0, bytes: 0 }
        await pipeline(copyTableOut(source, table), countInto(counted), rows)
        written.set(table.name, counted.rows)
      },
      settle: async (query) => {
        for (const [table, rows] of written) {
          const arrived = await countRows(query, table)
          if (arrived !== rows) throw new Error(`${rows} rows of ${table} were sent, but ${arrived} have arrived`)
        }
        await jumpEpochs(query)
      },
    })
    return { tables: content.tables.length, rows: [...written.values()].reduce((sum, rows) => sum + rows, 0) }
  } catch (error) {
    if (!(error instanceof StoreFound)) throw error
    throw new StartFailure(
      'The store can be moved only into an empty database, but this one has a store of Millrace already. Create a new database; nothing was changed.',
    )
  } finally {
    await target.end()
    await source.end()
  }
}
