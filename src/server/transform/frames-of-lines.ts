import type { Field } from '../connectors/common-text/row-encoder.ts'

const COPY_DATA = 0x64
const HEADER_BYTES = 5
const NEWLINE = 0x0a

/** @param lines encoded rows, each after a newline. @returns one CopyData message for each */
export function framesOfLines(lines: readonly Field[]): Buffer {
  const source = Buffer.from(lines.join(''))
  const frames = Buffer.allocUnsafe(source.length + lines.length * HEADER_BYTES)
  let at = 0
  let start = 1
  for (let row = 0; row < lines.length; row++) {
    const newline = row === lines.length - 1 ? source.length : source.indexOf(NEWLINE, start)
    frames[at] = COPY_DATA
    frames.writeInt32BE(newline - start + 5, at + 1)
    at += HEADER_BYTES
    at += source.copy(frames, at, start, newline)
    frames[at++] = NEWLINE
    start = newline + 1
  }
  if (at !== frames.length) throw new Error('DuckDB gave a row that holds a newline')
  return frames
}
