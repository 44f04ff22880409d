import { Annotation, Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Marks a change that does not come from the user. */
export const fromOutside = Annotation.define<true>()

/** Shows another text, which undo does not revert; texts that differ only in line ends count as equal. */
export function replaceText(view: EditorView, text: string): void {
  const current = view.state.doc.toString()
  if (text.replaceAll(/\r\n?/g, '\n') === current) return
  view.dispatch({
    changes: { from: 0, to: current.length, insert: text },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  })
}
