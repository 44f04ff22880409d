import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Marks the token at the position; nothing removes the mark. */
export const markError = StateEffect.define<number | undefined>()

const MARK = Decoration.mark({ class: 'cm-wrong' })

/** The server's error, until the text changes. */
export const errorMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects, newDoc }) => {
    for (const effect of effects) {
      if (!effect.is(markError)) continue
      const range = effect.value === undefined ? undefined : wordAt(newDoc.toString(), effect.value)
      return range ? Decoration.set([MARK.range(range.from, range.to)]) : Decoration.none
    }
    return marks.map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const WORD = /"(?:[^"]|"")*"?|'(?:[^']|'')*'?|[\p{L}\p{N}_$]+|\S/uy

/** A name, a value or a sign; at the end of the text, where something is missing, the last one. */
export function wordAt(text: string, position: number): { readonly from: number; readonly to: number } | undefined {
  const end = text.trimEnd().length
  if (end === 0) return undefined
  const from = position < end ? position : lastWord(text.slice(0, end))
  WORD.lastIndex = from
  const [word] = WORD.exec(text) ?? []
  return word === undefined ? undefined : { from, to: from + word.length }
}

const lastWord = (text: string): number => text.length - (/[\p{L}\p{N}_$]+$|.$/u.exec(text)?.[0].length ?? 1)
