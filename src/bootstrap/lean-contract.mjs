const CONTRACT = /\/src\/contract\/[\w-]+\.ts$/

/** What only the server and the published description of the API read of a route. */
const SERVERS_OWN = new Set(['summary', 'limit', 'query', 'request'])

/**
 * A plugin of the build that leaves out what the client never reads of a route: sentences for the API's description, and
 * shapes that only the server checks, with all that is there for them alone.
 */
export function leanContract() {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!CONTRACT.test(id)) return
      const cuts = []
      const visit = (node) => {
        if (node === null || typeof node !== 'object') return
        if (Array.isArray(node)) return node.forEach(visit)
        if (node.type === 'CallExpression' && node.callee.name === 'route') {
          const own = node.arguments[0]?.properties?.filter(({ key }) => SERVERS_OWN.has(key?.name))
          for (const { start, end } of own ?? []) cuts.push([start, end])
          return
        }
        Object.values(node).forEach(visit)
      }
      visit(this.parse(code, { lang: 'ts' }).body)
      let lean = code
      for (const [start, end] of cuts.toReversed()) lean = lean.slice(0, start) + lean.slice(end).replace(/^\s*,/, '')
      // Making a shape changes nothing else, so one that nobody uses any more may go.
      return lean.replace(/(?<![\w.])z(?=\.\w+(\.\w+)?\()/g, '/* @__PURE__ */ z')
    },
  }
}
