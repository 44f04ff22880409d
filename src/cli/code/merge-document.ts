import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'

import { isSecretReference } from '../../core/catalog/code/secret-references.ts'

/**
 * Gives a document other content. Comments, the order of keys and the notation of what is equal stay as a person wrote them, and a reference to a
 * secret is never replaced by another one. @returns whether anything has changed
 */
export function mergeDocument(source: Document, next: object): boolean {
  if (!isMap(source.contents)) return false
  const before = String(source)
  mergeMap(source, source.contents, next)
  return String(source) !== before
}

function mergeMap(source: Document, map: YAMLMap, next: object): void {
  const entries = Object.entries(next)
  map.items = map.items.filter((pair) => entries.some(([name]) => name === nameOf(pair)))
  entries.forEach(([name, value], index) => {
    const pair = map.items.find((candidate) => nameOf(candidate) === name)
    if (pair) pair.value = mergedNode(source, pair.value, value)
    else map.items.splice(placeAfter(map, entries[index - 1]?.[0]), 0, source.createPair(name, value))
  })
}

/** A new key stands behind the one that it follows in a new file. */
const placeAfter = (map: YAMLMap, previous: string | undefined): number =>
  map.items.findIndex((pair) => nameOf(pair) === previous) + 1

const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key)

/** The node of a person if it says the same, or can say it. */
function mergedNode(source: Document, node: unknown, value: unknown): unknown {
  if (!isNode(node)) return source.createNode(value)
  const existing: unknown = node.toJS(source)
  if (isDeepStrictEqual(existing, value) || (isSecretReference(existing) && isSecretReference(value))) return node
  if (isMap(node) && isObject(value)) mergeMap(source, node, value)
  else if (isSeq(node) && Array.isArray(value)) mergeSeq(source, node, value)
  else if (isScalar(node) && !isObject(value)) node.value = value
  else return source.createNode(value)
  return node
}

function mergeSeq(source: Document, seq: YAMLSeq, next: readonly unknown[]): void {
  const left = [...seq.items] as Node[]
  // The comment above the first item belongs to it, wherever it moves.
  const [first] = left
  if (first && seq.commentBefore && !first.commentBefore) {
    first.commentBefore = seq.commentBefore
    seq.commentBefore = null
  }
  seq.items = next.map((value, index) => {
    const found = left.findIndex((node) => isSameItem(node.toJS(source), value, index, seq.items.indexOf(node)))
    const [node] = found === -1 ? [] : left.splice(found, 1)
    return mergedNode(source, node, value)
  })
}

/** A table by its name, a step or check by its id, a text by itself, anything else by its place. */
function isSameItem(one: unknown, other: unknown, index: number, place: number): boolean {
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other)
  const [own, its] = [identityOf(one), identityOf(other)]
  return own === undefined && its === undefined ? index === place : own === its
}

const identityOf = (item: object): unknown => ('entity' in item ? item.entity : 'id' in item ? item.id : undefined)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
