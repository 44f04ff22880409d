import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

import type { ClientChannel } from 'ssh2'

/** A connection that an SSH server makes for us, with the part of a socket's interface that drivers and sessions use. */
class ForwardedSocket extends Duplex {
  readonly #channel: ClientChannel
  #taken = 0
  bytesRead = 0
  remoteAddress: undefined

  constructor(channel: ClientChannel) {
    super({ allowHalfOpen: false, decodeStrings: true })
    this.#channel = channel
    channel
      .on('data', (bytes: Buffer) => {
        this.bytesRead += bytes.length
        if (!this.push(bytes)) channel.pause()
      })
      .on('end', () => this.push(null))
      // Data that has arrived is still read; then the end closes this side too.
      .on('close', () => this.push(null))
      .on('error', (error: Error) => this.destroy(error))
  }

  /** Like a socket's counter: it includes waiting bytes. */
  get bytesWritten(): number {
    return this.#taken + this.writableLength
  }

  override _read(): void {
    this.#channel.resume()
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#channel.write(bytes, (error) => {
      this.#taken += bytes.length
      done(error)
    })
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#channel.end()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#channel.destroy()
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

/** Drivers and sessions use only this part of a socket. */
export const forwardedSocket = (channel: ClientChannel): Socket => new ForwardedSocket(channel) as unknown as Socket
