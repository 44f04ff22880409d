import pg from 'pg'

const RECONNECT_MS = 500

export interface Notifications {
  /** Calls `hear` with each payload of a channel; and `hear(undefined)` after a gap in which payloads may have been missed. */
  listen(channel: string, listener: (payload: string | undefined) => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  readonly databaseUrl: string
  readonly onError: (error: Error) => void
}

/** One session that receives the database's notifications for the whole process, and reconnects after it was cut. */
export function makeNotifications({ databaseUrl, onError }: Options): Notifications {
  const listeners = new Map<string, Set<(payload: string | undefined) => void>>()
  let client: pg.Client | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'millrace notifications',
      keepAlive: true,
    })
    next.on('error', onError)
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    })
    try {
      await next.connect()
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end()
      throw error
    }
    // Not earlier: a failed attempt ends as well, and each would be followed by two.
    next.on('end', () => {
      client = undefined
      if (!stopped) setTimeout(reconnect, RECONNECT_MS)
    })
    client = next
  }

  const reconnect = (): void => {
    if (stopped) return
    connect().then(
      () => {
        for (const channel of listeners.values()) for (const listener of channel) listener(undefined)
      },
      (error: Error) => {
        onError(error)
        setTimeout(reconnect, RECONNECT_MS)
      },
    )
  }

  return {
    listen: (channel, listener) => {
      const known = listeners.get(channel)
      const hearers = known ?? new Set()
      hearers.add(listener)
      listeners.set(channel, hearers)
      if (!known) client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(onError)
      return () => hearers.delete(listener)
    },
    start: connect,
    stop: async () => {
      stopped = true
      await client?.end()
    },
  }
}
