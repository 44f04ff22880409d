/** `pg_catalog.set_config(text, text, boolean)`: the numbers of built-in functions are the same on every server. */
export const SET_CONFIG = 2078

/**
 * The message that calls a function by its number, as libpq does for large objects: there is no statement, and no log of the server contains
 * the values, whatever its settings.
 * @param values in the text format
 */
export function functionCallMessage(oid: number, values: readonly string[]): Buffer {
  const parts = values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)])
  // No format codes, so all values are text; the answer is text too.
  const body = Buffer.concat([int32(oid), int16(0), int16(values.length), ...parts, int16(0)])
  return Buffer.concat([Buffer.from('F'), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
