import type { Socket } from 'node:net'
import pg from 'pg'

import { hasHadShare, untilNextShare } from '../../host/loop-share.ts'

/**
 * Passes each row on when it arrives, and keeps none: of thousands of rows, only what is made of them stays in memory. Others come in between.
 * @throws what `take` throws
 */
export function eachRow<Row extends object>(
  client: pg.ClientBase,
  statement: pg.QueryConfig,
  take: (row: Row) => void,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const failures: unknown[] = []
  const query = new pg.Query<Row>(statement)
  query.on('row', (row, result) => {
    // The driver adds the row afterwards, and would have all of them at the end.
    if (result) result.rows.length = 0
    try {
      if (failures.length === 0) take(row)
    } catch (error) {
      // Thrown here it would end the process. The session ends, because it would have to read all other rows first.
      failures.push(error)
      void (client as pg.Client).end().catch(() => {})
    }
    if (hasHadShare()) pause(client)
  })
  const ended = (error: Error | null, result: pg.QueryResult) =>
    error || failures.length > 0 ? reject(failures[0] ?? error) : resolve({ ...result, rows: [] })
  // A query of one's own with a callback, which the driver takes and its types do not know.
  void client.query(query as unknown as pg.QueryConfig, ended as (error: Error, result: pg.QueryResult) => void)
  return promise
}

/** What has arrived is still read: up to 64 kB. */
function pause(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  if (stream.isPaused()) return
  stream.pause()
  void untilNextShare().then(() => stream.resume())
}
