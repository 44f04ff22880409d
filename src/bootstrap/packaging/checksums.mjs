import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The SHA-256 of a file, as a line for `sha256sum --check`. */
export async function checksumLine(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return `${hash.digest('hex')}  ${basename(file)}\n`
}
