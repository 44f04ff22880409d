import type { Socket } from 'node:net'

const PIECE_BYTES = 64 << 10

/** Sends what `make` makes, piece by piece, for as long as somebody takes it. */
export function floods(socket: Socket, make: () => Buffer): void {
  const more = () => {
    for (let isTaken = true; isTaken && !socket.destroyed; ) {
      const parts: Buffer[] = []
      for (let length = 0; length < PIECE_BYTES; length += parts.at(-1)?.length ?? PIECE_BYTES) parts.push(make())
      isTaken = socket.write(Buffer.concat(parts))
    }
  }
  socket.on('drain', more)
  more()
}
