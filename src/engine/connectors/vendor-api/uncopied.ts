/** What is handed to the socket at a time, in bytes. */
const PIECE_BYTES = 64 * 1024

/**
 * A body for fetch that shares the memory of the bytes, which must stay as they are until the answer is there: of bytes themselves fetch makes
 * three copies, and the collector sees little reason to free them.
 */
export function uncopied(bytes: Uint8Array<ArrayBuffer>): Pick<RequestInit, 'body' | 'duplex'> {
  let at = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES))
        at += PIECE_BYTES
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, duplex: 'half' }
}
