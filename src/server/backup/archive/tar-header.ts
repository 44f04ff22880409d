/** A tar file consists of blocks of this size. */
export const BLOCK = 512

/** The two empty blocks that end a tar file. */
export const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK)

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** In seconds since 1970. */
  readonly time: number
}

/** The bytes from the end of a content to the next block. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

const SIZE_AT = 124
const SIZE_BYTES = 12
/** What eleven octal digits can say. */
const MAX_OCTAL = 8 ** 11 - 1

/** The header of a plain file in the format of POSIX (ustar); sizes from 8 GiB as GNU tar writes them. */
export function tarHeader({ name, size, time }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for a tar file`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, size)
  header.write(`${time.toString(8).padStart(11, '0')}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** @returns nothing for bytes that `tarHeader` would not have written */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  const name = header.toString('utf8', 0, header.indexOf(0))
  const time = Number.parseInt(header.toString('latin1', 136, 147), 8)
  const entry = { name, size: readSize(header), time }
  if (!Number.isSafeInteger(entry.size) || entry.size < 0 || !Number.isSafeInteger(time) || time < 0) return undefined
  return name.length > 0 && name.length <= 100 && tarHeader(entry).equals(header) ? entry : undefined
}

function writeSize(header: Buffer, size: number): void {
  if (size <= MAX_OCTAL) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE_AT)
  } else {
    header[SIZE_AT] = 0x80
    header.writeBigUInt64BE(BigInt(size), SIZE_AT + SIZE_BYTES - 8)
  }
}

const readSize = (header: Buffer): number =>
  header[SIZE_AT] === 0x80
    ? Number(header.readBigUInt64BE(SIZE_AT + SIZE_BYTES - 8))
    : Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + 11), 8)
