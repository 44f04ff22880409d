import { wordsOf } from './command.ts'

interface Part {
  readonly text: string
  readonly isMarked: boolean
}

/** A text in parts, those that were typed marked. */
export function markedParts(text: string, query: string): readonly Part[] {
  const words = wordsOf(query).toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return [{ text, isMarked: false }]
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
