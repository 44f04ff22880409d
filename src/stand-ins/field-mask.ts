interface Mask {
  [name: string]: Mask
}

/** The part of a message that a field mask asks for: `a,b(c,d.e)`. Names below lists too; an empty mask is everything. */
export function masked(message: unknown, fields: string): unknown {
  if (fields === '') return message
  const [mask, rest] = parse(fields)
  if (rest !== '') throw new Error(`not a field mask: ${fields}`)
  return project(message, mask)
}

function project(message: unknown, mask: Mask): unknown {
  if (Object.keys(mask).length === 0) return message
  if (Array.isArray(message)) return message.map((item) => project(item, mask))
  if (typeof message !== 'object' || message === null) return message
  return Object.fromEntries(
    Object.entries(message).flatMap(([name, value]) => {
      const inner = mask[name]
      return inner ? [[name, project(value, inner)]] : []
    }),
  )
}

function parse(text: string): [mask: Mask, rest: string] {
  const mask: Mask = {}
  let rest = text
  while (rest !== '' && !rest.startsWith(')')) {
    const [whole, path = ''] = /^([A-Za-z.]+)/.exec(rest) ?? []
    if (whole === undefined) throw new Error(`not a field mask: ${text}`)
    rest = rest.slice(whole.length)
    let at = mask
    for (const name of path.split('.')) {
      at[name] ??= {}
      at = at[name]
    }
    if (rest.startsWith('(')) {
      const [inner, after] = parse(rest.slice(1))
      Object.assign(at, inner)
      rest = after.replace(/^\)/, '')
    }
    rest = rest.replace(/^,/, '')
  }
  return [mask, rest]
}
