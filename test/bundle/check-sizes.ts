import { routeSizes, translationsSize } from './route-sizes.ts'

const STYLE_LIMIT = 15

/** A step of `npm test`, after the build: no route may grow past what it promises. */
const isPublic = (path: string) => /^\/(login|register)/.test(path)
const sizes = routeSizes('dist')
const kilobytes = (value: number, limit?: number) =>
  `${value.toFixed(1)}${limit === undefined ? '' : ` / ${limit}`}${limit !== undefined && value > limit ? ' !' : ''}`

console.table(
  Object.fromEntries(
    sizes.map(({ path, script, style, own, limit, ownLimit }) => [
      path,
      {
        'JavaScript, kB gzip': kilobytes(script, limit),
        'of it its own': own === 0 ? '' : kilobytes(own, ownLimit),
        'CSS, kB gzip': kilobytes(style, isPublic(path) ? STYLE_LIMIT : undefined),
      },
    ]),
  ),
)
console.log(`translations, as data beside it: ${kilobytes(translationsSize('dist'))} kB gzip`)

const isOver = sizes.some(
  ({ path, script, style, own, limit, ownLimit = Number.POSITIVE_INFINITY }) =>
    script > limit || own > ownLimit || (isPublic(path) && style > STYLE_LIMIT),
)
if (isOver) {
  console.error('What is marked with ! is larger than its limit.')
  process.exitCode = 1
}
