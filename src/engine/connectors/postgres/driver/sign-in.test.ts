import { PassThrough } from 'node:stream'
import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { internalsOf } from './client-internals.ts'

const clientOver = (stream: PassThrough) =>
  new pg.Client({ stream: () => Object.assign(stream, { connect: () => stream, setNoDelay: () => stream }) as never })

describe('the driver of this version', () => {
  it('keeps the numbers by which a statement is cancelled where they are looked for', () => {
    const client = clientOver(new PassThrough())
    const { connection } = internalsOf(client)
    client.connect().catch(() => {})
    connection.emit('backendKeyData', { processID: 7, secretKey: 9 })
    expect(internalsOf(client)).toMatchObject({ processID: 7, secretKey: 9 })
  })

  it('says by an event that the server asks for the password in the clear', () => {
    const client = clientOver(new PassThrough())
    client.connect().catch(() => {})
    expect(internalsOf(client).connection.listenerCount('authenticationCleartextPassword')).toBe(1)
  })

  it('reads its socket by listeners, which are taken off while rows pass', () => {
    const stream = new PassThrough()
    clientOver(stream)
      .connect()
      .catch(() => {})
    stream.emit('connect')
    expect(stream.listenerCount('data')).toBe(1)
  })
})
