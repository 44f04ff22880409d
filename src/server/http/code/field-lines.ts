import { type Document, isMap, isScalar, isSeq, type LineCounter } from 'yaml'

/** The lines of the fields of a document, from 1, by their paths with dots. */
export type FieldLines = ReadonlyMap<string, number>

export function fieldLines({ contents }: Document, counter: LineCounter): FieldLines {
  const lines = new Map<string, number>()
  const add = (path: string, node: unknown) => {
    const offset = rangeStart(node)
    if (offset !== undefined) lines.set(path, counter.linePos(offset).line)
  }
  const visit = (node: unknown, path: string) => {
    const before = path === '' ? '' : `${path}.`
    if (isMap(node))
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue
        add(`${before}${String(key.value)}`, key)
        visit(value, `${before}${String(key.value)}`)
      }
    else if (isSeq(node))
      for (const [index, item] of node.items.entries()) {
        add(`${before}${index}`, item)
        visit(item, `${before}${index}`)
      }
  }
  add('', contents)
  visit(contents, '')
  return lines
}

/** The line of a field, or else of the nearest thing around it. */
export function lineOf(lines: FieldLines, field = ''): number | undefined {
  const found = lines.get(field)
  if (found !== undefined || field === '') return found
  return lineOf(lines, field.includes('.') ? field.slice(0, field.lastIndexOf('.')) : '')
}

export function rangeStart(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined
  const { range } = node
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}
