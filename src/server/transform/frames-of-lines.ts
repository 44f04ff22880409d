const COPY_DATA = 0x64
const HEADER_BYTES = 5
const NEWLINE = 0x0a

/** @param lines encoded rows, each but the last ended by a newline. @returns one CopyData message for each of the `rows` */
export function framesOfLines(lines: Uint8Array, rows: number): Buffer {
  const frames = Buffer.allocUnsafe(lines.length + 1 + rows * HEADER_BYTES)
  const source = Buffer.from(lines.buffer, lines.byteOffset, lines.length)
  let at = 0
  let start = 0
  for (let row = 0; row < rows; row++) {
    const newline = row === rows - 1 ? source.length : source.indexOf(NEWLINE, start)
    frames[at] = COPY_DATA
    frames.writeInt32BE(newline - start + 5, at + 1)
    at += HEADER_BYTES
    at += source.copy(frames, at, start, newline)
    frames[at++] = NEWLINE
    start = newline + 1
  }
  if (at !== frames.length) throw new Error('DuckDB counted other rows than it gave')
  return frames
}
