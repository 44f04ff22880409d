import type { WriteField } from './write-field.ts'

/** In its own order, although tables keep it in another. Zeros at the end are left out. */
export const uuidField: WriteField = (rows, bytes, from, to) => {
  const text = bytes.toString('hex', from, to).padEnd(32, '0')
  const parts = [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)]
  rows.appendAscii(parts.join('-'))
}

export const inet4Field: WriteField = (rows, bytes, from, to) => {
  const parts = Array.from({ length: 4 }, (_, index) => (from + index < to ? bytes[from + index] : 0))
  rows.appendAscii(parts.join('.'))
}

/** The longest run of zeros is `::`; the forms with an address of version 4 have it at the end. Source: MariaDB, `Inet6::to_string` */
export const inet6Field: WriteField = (rows, bytes, from, to) => {
  const all = Buffer.alloc(16)
  bytes.copy(all, 0, from, to)
  const words = Array.from({ length: 8 }, (_, index) => all.readUInt16BE(index * 2))
  let [start, length] = [-1, 0]
  for (let at = 0; at < 8; at++) {
    let run = 0
    while (at + run < 8 && words[at + run] === 0) run++
    if (run > length) [start, length] = [at, run]
  }
  const isMapped = start === 0 && (length === 6 || (length === 5 && words[5] === 0xffff))
  const hex = words.slice(0, isMapped ? 6 : 8).map((word) => word.toString(16))
  if (isMapped) hex.push([...all.subarray(12)].join('.'))
  const text = length > 0 ? `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}` : hex.join(':')
  rows.appendAscii(text)
}
