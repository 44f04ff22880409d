const ANIMATING = /^d3-(transition|interpolate)$/
const ANIMATED = /node_modules\/(@xyflow\/system|d3-zoom)\//
const COMPONENTS = /node_modules\/@xyflow\/react\/dist\/esm\/index\.m?js$/
const STILL = '\0canvas-without-animations'

/** What the canvas library asks of d3, where nothing ever moves by itself. */
const STILL_SOURCE = `
import { selection } from 'd3-selection'
selection.prototype.interrupt = function () { return this }
selection.prototype.transition = () => { throw new Error('the build has no animations of the canvas: give no duration') }
export const interrupt = () => {}
export const interpolate = undefined
export const interpolateZoom = undefined
`

/**
 * A plugin of the build that leaves out what the editor does not use of the canvas library: flying from one view to the
 * next (those who bear no motion want jumps anyway), and components that only their display names keep in the bundle.
 */
export function leanCanvas() {
  return {
    name: 'lean-canvas',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return ANIMATING.test(source) && ANIMATED.test(importer ?? '') ? STILL : undefined
    },
    load(id) {
      return id === STILL ? STILL_SOURCE : undefined
    },
    transform(code, id) {
      if (!COMPONENTS.test(id)) return
      const named = /^\w+\.displayName = '\w+';$/gm
      if (!named.test(code)) this.error('the canvas library gives its components names in another way')
      return code.replace(named, '').replace(/= ((?:memo|fixedForwardRef|create\w+Edge)\()/g, '= /* @__PURE__ */ $1')
    },
  }
}
