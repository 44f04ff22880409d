import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(css|html|js|json|map|svg|txt)$/

/** Below this size, the headers are larger than the saving. */
const SMALLEST = 1024

const gzipAtItsBest = (content) => promisify(gzip)(content, { level: 9 })

const VARIANTS = [
  { suffix: '.br', compress: promisify(brotliCompress) },
  { suffix: '.gz', compress: gzipAtItsBest },
]

/** A build plugin that writes a compressed variant beside each file, with the best compression of each format. */
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
