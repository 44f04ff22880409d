import type { Socket } from 'node:net'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'

/**
 * A server that owes us something and neither sends nor takes a byte for one to two of these is asked, on a connection of its own, whether it is
 * at work; in milliseconds. With ten seconds for that question a dead one is found within a minute.
 */
const PATIENCE_MS = 20_000

export interface WatchedLink {
  readonly socket: Socket
  /** Asks the server itself, on another connection, whether it is at work for this one. Rejects when it does not answer. */
  readonly isAtWork: () => Promise<boolean>
  /** Stops the server's work, if that can still be done. Never rejects. */
  readonly stop: () => Promise<void>
}

/**
 * Ends a connection over which nothing comes any more, although the other side owes an answer: a statement that takes hours is left alone as
 * long as the server says that it is at it, and a link that is dead in silence is found out. Ends with the socket.
 */
export class StallWatch {
  readonly #link: WatchedLink
  /** Answers that have not come. */
  #owed = 0
  #before = 0
  #isAsking = false
  /** Rows go to the server, which says nothing before it has got them all. */
  isFeeding = false

  constructor(link: WatchedLink) {
    this.#link = link
    const timer = setInterval(() => void this.#look(), PATIENCE_MS).unref()
    link.socket.once('close', () => clearInterval(timer))
  }

  /** It is the server's turn until this is over. */
  async owing<T>(answer: Promise<T>): Promise<T> {
    this.#owed++
    try {
      return await answer
    } finally {
      this.#owed--
    }
  }

  get #isWaiting(): boolean {
    const { socket } = this.#link
    return this.#owed > 0 && !socket.destroyed && (!this.isFeeding || socket.writableLength > 0)
  }

  async #look(): Promise<void> {
    const { socket, isAtWork, stop } = this.#link
    const now = moved(socket)
    // A socket that is paused waits for us.
    const isSilent = now === this.#before && this.#isWaiting && !socket.isPaused()
    this.#before = now
    if (!isSilent || this.#isAsking) return
    this.#isAsking = true
    const isBusy = await isAtWork().catch(hasAnswered)
    this.#isAsking = false
    if (isBusy || moved(socket) !== now || !this.#isWaiting) return
    await stop()
    socket.destroy(stalled())
  }
}

/** Bytes that have come and those that were handed to the network. */
const moved = (socket: Socket) => socket.bytesRead + socket.bytesWritten - socket.writableLength

/** A server that takes no more connections is a server that lives. */
const hasAnswered = (error: unknown) => error instanceof ConnectorError && !UNHEARD.has(error.problem.code)

const UNHEARD = new Set([
  'SERVER_SILENT',
  'HOST_UNREACHABLE',
  'PORT_CLOSED',
  'CONNECTION_LOST',
  'TUNNEL_LOST',
  'HOST_NOT_FOUND',
])

const stalled = () =>
  new ConnectorError({
    code: 'STALLED',
    message: sentence`the server has stopped answering.`,
    hint: sentence`Nothing is known to be wrong with the rows. Check the network and the server, then run again.`,
    retryable: true,
  })
