import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(css|html|js|json|map|svg|txt)$/

/** Below this size, the headers are larger than the saving. */
const SMALLEST = 1024

/** @param quality of Brotli: 11 is the best, and takes twelve times as long as 9 for a fifteenth less */
export const compressBrotli = (content, quality) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

const VARIANTS = [
  // Who starts from a clone waits for this, and reads over no network; the package is compressed at its best.
  { suffix: '.br', compress: (content) => compressBrotli(content, 9) },
  { suffix: '.gz', compress: (content) => promisify(gzip)(content, { level: 9 }) },
]

/** A build plugin that writes a compressed variant beside each file. */
export function compressClient() {
  return {
    name: 'compress-client',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const files = Object.values(bundle).map((file) => ({
        name: file.fileName,
        content: Buffer.from(file.code ?? file.source),
      }))
      const worthwhile = files.filter(({ name, content }) => COMPRESSIBLE.test(name) && content.length >= SMALLEST)
      await Promise.all(
        worthwhile.flatMap(({ name, content }) =>
          VARIANTS.map(async ({ suffix, compress }) => writeFile(join(dir, name + suffix), await compress(content))),
        ),
      )
    },
  }
}
