import { Socket } from 'node:net'
import type pg from 'pg'

import { StoreClient } from './store-client.ts'

/** A session whose link is dead hears nothing and says nothing, for hours unless it is asked. */
const ASK_EVERY_MS = 20_000
const ANSWERS_MS = 10_000

/** A session of its own, which no pooler may share. */
export interface ListeningSession {
  /** Does one statement after the other. */
  execute(statement: string | pg.QueryConfig): Promise<void>
  end(): Promise<void>
}

interface Options {
  readonly databaseUrl: string
  readonly onError: (error: Error) => void
  readonly onNotification: (channel: string, payload: string | undefined) => void
  /** It has ended by itself. */
  readonly onEnd: () => void
}

/** @throws when the database cannot be reached */
export async function openListeningSession(options: Options): Promise<ListeningSession> {
  const { databaseUrl, onError, onNotification, onEnd } = options
  const socket = new Socket()
  const client = new StoreClient({
    connectionString: databaseUrl,
    application_name: 'millrace notifications',
    keepAlive: true,
    connectionTimeoutMillis: ANSWERS_MS,
    stream: () => socket,
  })
  client.on('error', onError)
  client.on('notification', ({ channel, payload }) => onNotification(channel, payload))
  try {
    await client.connect()
    // Who notifies has the server's only lock for it until its commit, which therefore waits for no disk.
    await client.query('set synchronous_commit = off')
  } catch (error) {
    await client.end()
    throw error
  }
  let turn: Promise<void> = Promise.resolve()
  const execute = (statement: string | pg.QueryConfig): Promise<void> => {
    const done = turn.then(async () => {
      const late = setTimeout(() => socket.destroy(), ANSWERS_MS)
      await client.query(statement).finally(() => clearTimeout(late))
    })
    turn = done.catch(() => undefined)
    return done
  }
  const asking = setInterval(() => void execute('select 1').catch(onError), ASK_EVERY_MS).unref()
  // Not earlier: a failed attempt ends as well, and each would be followed by two.
  client.on('end', () => {
    clearInterval(asking)
    onEnd()
  })
  return { execute, end: () => client.end() }
}
