import type { Socket } from 'node:net'
import { sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'

/**
 * In milliseconds. If a server owes an answer and neither sends nor accepts a byte for one to two of these intervals, it is asked on a separate
 * connection whether it is working. With ten seconds for that query a dead one is found within a minute.
 */
const PATIENCE_MS = 20_000

export interface WatchedLink {
  readonly socket: Socket
  /** Asks the server itself, on another connection, whether it is working for this one. Rejects when it does not answer. */
  readonly isAtWork: () => Promise<boolean>
  /** Stops the server's work, if possible. Never rejects. */
  readonly stop: () => Promise<void>
}

/**
 * Ends a connection without data while the other side owes an answer: a statement that takes hours may continue as
 * long as the server says that it is working, and a dead link is found. Ends with the socket.
 */
export class StallWatch {
  readonly #link: WatchedLink
  /** Number of pending answers. */
  #owed = 0
  #before = 0
  #isAsking = false
  /** Rows are being sent to the server, which answers only after the last one. */
  isFeeding = false

  constructor(link: WatchedLink) {
    this.#link = link
    const timer = setInterval(() => void this.#look(), PATIENCE_MS).unref()
    link.socket.once('close', () => clearInterval(timer))
  }

  /** The server must act until this has ended. */
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
    // A paused socket waits for us.
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

/** Received bytes, and bytes that were passed to the network. */
const moved = (socket: Socket) => socket.bytesRead + socket.bytesWritten - socket.writableLength

/** A server that accepts no more connections is alive. */
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
