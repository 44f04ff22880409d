/** Number of bytes that are passed to the socket at a time. */
const PIECE_BYTES = 64 * 1024

/**
 * A body for fetch that shares the memory of the bytes, which must not change until the answer arrives: from plain bytes fetch makes
 * three copies, which the garbage collector frees late.
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
