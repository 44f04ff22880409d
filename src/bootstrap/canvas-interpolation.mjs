import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The canvas library animates its view only, by `interpolateZoom`. Its parts could animate colours, texts and numbers too, for which they load 6 kB. */
const OF_CANVAS = /node_modules\/(d3-transition|d3-zoom|@xyflow\/system)\//

const ZOOM = '\0canvas:zoom'
const VIEW_ONLY = '\0canvas:view-only'
const NO_COLOR = '\0canvas:no-color'

/** What nobody asks for is at its end at once. */
const JUMPS = [
  'interpolate',
  'interpolateNumber',
  'interpolateRgb',
  'interpolateString',
  'interpolateTransformSvg',
  'interpolateTransformCss',
]

const CODE = {
  [ZOOM]: () => {
    const file = createRequire(import.meta.url).resolve('d3-interpolate')
    const whole = readFileSync(join(dirname(file), 'd3-interpolate.mjs'), 'utf8')
    const part = /^var epsilon2 = [\s\S]*?^}\)\(Math\.SQRT2, 2, 4\);$/m.exec(whole)?.[0]
    const name = part && /^var (\w+) = \(function zoomRho/m.exec(part)?.[1]
    if (!name) throw new Error('d3-interpolate has no function of a zoom any more: look at canvas-interpolation.mjs')
    return `${part}\nexport { ${name} as interpolateZoom }`
  },
  [VIEW_ONLY]: () =>
    [
      `export { interpolateZoom } from '${ZOOM.slice(1)}'`,
      'const jump = (_from, to) => () => to',
      `export { ${JUMPS.map((name) => `jump as ${name}`).join(', ')} }`,
    ].join('\n'),
  [NO_COLOR]: () => 'export function color() {}',
}

/** A build plugin: the canvas has the one interpolation that it uses, and charts have all in their own chunk. */
export function canvasInterpolation() {
  return {
    name: 'canvas-interpolation',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === ZOOM.slice(1)) return { id: ZOOM, moduleSideEffects: false }
      if (!OF_CANVAS.test(importer)) return null
      if (source === 'd3-interpolate') return { id: VIEW_ONLY, moduleSideEffects: false }
      return source === 'd3-color' ? { id: NO_COLOR, moduleSideEffects: false } : null
    },
    load: (id) => CODE[id]?.(),
  }
}
