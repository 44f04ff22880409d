import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const NAME = 'SHA256SUMS'

/** Writes the SHA-256 of every file of a folder, in the form that `sha256sum --check` reads. @returns the file's path */
export async function writeSums(folder) {
  const names = readdirSync(folder).filter((name) => !name.startsWith(NAME))
  const lines = []
  for (const name of names.sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  writeFileSync(join(folder, NAME), lines.join(''))
  return join(folder, NAME)
}
