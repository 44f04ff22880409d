import pg from 'pg'

import type { Announcement } from './announcement.ts'
import { notifyStatement } from './announcement-messages.ts'
import { type ListeningSession, openListeningSession } from './listening-session.ts'

const RECONNECT_MS = 500

export interface Listening {
  /** Settles when everything is subscriptions that is announced from now on; at once while the session is away, because its return tells a gap. */
  readonly ready: Promise<void>
  end(): void
}

export interface Notifications {
  /** Calls `listener` with each payload of a channel; and `listener(undefined)` after a gap in which payloads may have been missed. */
  listen(channel: string, listener: (payload: string | undefined) => void): Listening
  /** Sends all of them by one statement. @throws while the session is away */
  send(messages: readonly Announcement[]): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  readonly databaseUrl: string
  readonly onError: (error: Error) => void
}

/** One session that receives the database's notifications for the whole process and sends its own, and reconnects after it was cut. */
export function makeNotifications({ databaseUrl, onError }: Options): Notifications {
  const listeners = new Map<string, Set<(payload: string | undefined) => void>>()
  /** By channel, when it is subscriptions. */
  const subscriptions = new Map<string, Promise<void>>()
  let session: ListeningSession | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const next = await openListeningSession({
      databaseUrl,
      onError,
      onNotification: (channel, payload) => {
        for (const listener of listeners.get(channel) ?? []) listener(payload)
      },
      onEnd: () => {
        session = undefined
        if (!stopped) setTimeout(reconnect, RECONNECT_MS)
      },
    })
    session = next
    await Promise.all(Array.from(listeners.keys(), (channel) => next.execute(listen(channel)).catch(onError)))
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

  const execute = async (statement: string): Promise<void> => {
    await session?.execute(statement).catch(onError)
  }

  return {
    listen: (channel, listener) => {
      const subscribers = listeners.get(channel) ?? new Set()
      if (subscribers.size === 0) subscriptions.set(channel, execute(listen(channel)))
      listeners.set(channel, subscribers.add(listener))
      return {
        ready: subscriptions.get(channel) ?? Promise.resolve(),
        end: () => {
          if (!subscribers.delete(listener) || subscribers.size > 0) return
          listeners.delete(channel)
          subscriptions.delete(channel)
          void execute(`unlisten ${pg.escapeIdentifier(channel)}`)
        },
      }
    },
    send: async (messages) => {
      if (!session) throw new Error('the session that notifies is away')
      await session.execute(notifyStatement(messages))
    },
    start: connect,
    stop: async () => {
      stopped = true
      await session?.end()
    },
  }
}

const listen = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
