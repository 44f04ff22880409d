import type { Announcement } from './announcement.ts'
import { messagesOf } from './announcement-messages.ts'

/** Tells other processes what the transactions of this one have announced. */
export interface Announcer {
  announce(announcements: readonly Announcement[]): void
  /** Settles when everything is sent, or cannot be. */
  close(): Promise<void>
}

interface Options {
  /** Sends all of them by one statement. */
  readonly send: (messages: readonly Announcement[]) => Promise<unknown>
  readonly onError: (error: Error) => void
}

/**
 * Postgres lets only one transaction commit at a time that notifies. So each process notifies at most ten times a second, outside of its
 * transactions; people wait for less than half of the 250 ms within which pages show changes.
 */
export const ANNOUNCE_EVERY_MS = 100

/** After the store did not take them. */
const AGAIN_MS = 500

/** The first announcement is sent at once; what follows within a tenth of a second is sent together, and the same only once. */
export function makeAnnouncer({ send, onError }: Options): Announcer {
  let waiting: Announcement[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const sendWaiting = async () => {
    timer = undefined
    const sent = waiting
    waiting = []
    sentAt = performance.now()
    try {
      await send(messagesOf(sent))
    } catch (error) {
      onError(error as Error)
      waiting = [...sent, ...waiting]
      sentAt += AGAIN_MS
    }
  }
  const plan = () => {
    if (timer || sending || isClosed || waiting.length === 0) return
    const pause = Math.max(0, sentAt + ANNOUNCE_EVERY_MS - performance.now())
    timer = setTimeout(() => {
      sending = sendWaiting().finally(() => {
        sending = undefined
        plan()
      })
    }, pause)
  }

  return {
    announce: (announcements) => {
      waiting.push(...announcements)
      plan()
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await sending
      if (waiting.length > 0) await sendWaiting()
    },
  }
}
