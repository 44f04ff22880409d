import type pg from 'pg'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

/** A pooler assigns the session that it got back last, so one try is enough unless others use it at the same time. */
const TRIES = 3

/** In milliseconds. A pooler without a free session does not refuse, but waits for one. */
const PATIENCE_MS = 2_000

/**
 * Refuses a pooler that gives each transaction another session of the server (PgBouncer: `pool_mode = transaction`): settings, locks and snapshots
 * would get lost, and our settings would reach whoever gets that session next. So this comes before the first setting.
 * @param client the process in its greeting is not the one that the server names
 * @param openOther a second connection of the same account. @throws ConnectorError
 */
export async function refuseSharedSession(
  client: pg.Client,
  host: string,
  openOther: () => Promise<pg.Client>,
): Promise<void> {
  // Whoever has one connection only cannot ask.
  const opened = openOther().catch(() => undefined)
  const other = await Promise.race([opened, late()])
  if (other === 'late') void opened.then((unused) => unused?.end())
  if (!other || other === 'late') return
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await processOf(client)
      const others = await Promise.race([processOf(other, 'BEGIN; '), late()])
      // All sessions that there may be are in use: one of them is ours.
      if (others === 'late') return
      const after = await Promise.race([processOf(client), late()])
      if (others === before || after !== before) throw shared(host)
      await other.query('ROLLBACK')
    }
  } catch (error) {
    throw isWithoutTransactions(error) ? shared(host, error) : error
  } finally {
    other.end().catch(() => {})
  }
}

/** Of the session of the server that answers. */
export async function processOf(client: pg.Client, begin = ''): Promise<string> {
  const results: unknown = await client.query(`${begin}SELECT pg_catalog.pg_backend_pid() AS process`)
  const last = (Array.isArray(results) ? results.at(-1) : results) as pg.QueryResult<{ process: string }>
  return last.rows[0]?.process ?? ''
}

const late = () =>
  new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), PATIENCE_MS).unref()
  })

/** PgBouncer with `pool_mode = statement`. */
const isWithoutTransactions = (error: unknown) => error instanceof Error && 'code' in error && error.code === '08P01'

const shared = (host: string, cause?: unknown) =>
  new ConnectorError(
    {
      code: 'POOLED_BY_TRANSACTION',
      message: sentence`${host} is a pooler that may give each transaction another session of the database. Settings, locks and snapshots would get lost.`,
      hint: sentence`Enter host and port of the database itself, or use the pooler in session mode (PgBouncer: pool_mode = session).`,
      field: 'port',
    },
    { cause },
  )
