const MAKER = /node_modules\/lucide-react\/dist\/esm\/createLucideIcon\.m?js$/
const ICON = /node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/

/** What the library's maker does with the properties that we give: a size, a width of strokes, a class, a name for screen readers. */
const MAKER_SOURCE = `
import { createElement, forwardRef } from 'react'
const LINES = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true }
export default ({ node }) =>
  forwardRef(({ size = 24, strokeWidth = 2, ...rest }, ref) =>
    createElement(
      'svg',
      { ...LINES, width: size, height: size, viewBox: '0 0 24 24', strokeWidth, ...rest, ref },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    ),
  )
`

/** A plugin of the build that leaves out what nobody sees of an icon: keys, names and options that we do not use. */
export function leanIcons() {
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return MAKER.test(id) ? MAKER_SOURCE : undefined
    },
    transform(code, id) {
      if (!ICON.test(id) || !code.includes('__iconData')) return
      const lean = code
        .replace(/,\s*key: "\w+"/g, '')
        .replace(/ name: "[\w-]+",\s+size: 24,/, '')
        .replace(/,\s+aliases: \[[^\]]*\]/, '')
        .replace('__iconData.node;', '')
        .replace('export { __iconData, ', 'export { ')
      if (/key:|size:|aliases:|__iconData[.,]/.test(lean))
        this.error('the icon library writes its icons in another way')
      return lean
    },
  }
}
