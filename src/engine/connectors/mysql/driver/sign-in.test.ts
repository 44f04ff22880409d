import { PassThrough } from 'node:stream'
import { createConnection } from 'mysql2'
import { describe, expect, it } from 'vitest'

import { internalsOf } from './sign-in.ts'

describe('the driver of this version', () => {
  it('has what is used of it beside its types, and reads its socket by a listener, which is taken off while rows pass', () => {
    const stream = new PassThrough()
    const connection = createConnection({ stream, connectTimeout: 0 })
    const anyFunction: unknown = expect.any(Function)
    expect(internalsOf(connection)).toMatchObject({
      stream,
      packetParser: { execute: anyFunction },
      startTLS: anyFunction,
      _handleNetworkError: anyFunction,
    })
    expect(stream.listenerCount('data')).toBe(1)
    connection.destroy()
  })
})
