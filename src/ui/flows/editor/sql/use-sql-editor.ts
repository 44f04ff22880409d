import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { SqlEditorProps, TextRange } from './sql-editor.tsx'

type Editor = ComponentType<SqlEditorProps>
type PlainInput = HTMLInputElement & HTMLTextAreaElement

interface SqlEditorState {
  /** The input that is shown until the editor is loaded. */
  readonly plain: RefObject<PlainInput | null>
  readonly Editor: Editor | undefined
  /** The user's position in the plain input. */
  readonly focused: TextRange | undefined
  /** An input-method composition in the plain input starts or ends. */
  compose(isComposing: boolean): void
}

/** After it is loaded, every other field uses it from the start. */
let known: Editor | undefined

/** An editor must be able to measure positions of letters. */
const canMeasureText = (): boolean => 'getClientRects' in Range.prototype

/** The SQL editor, when it is loaded and no composition is active. */
export function useSqlEditor(): SqlEditorState {
  const plain = useRef<PlainInput>(null)
  const isComposing = useRef(false)
  const [state, setState] = useState<Pick<SqlEditorState, 'Editor' | 'focused'>>({ Editor: known, focused: undefined })

  const show = () => {
    // Drawn at once: a key that is pressed between reading the caret and drawing the editor would be lost, or move the caret.
    if (known && !isComposing.current) flushSync(() => setState({ Editor: known, focused: rangeIn(plain.current) }))
  }
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (known || !canMeasureText()) return
    let isGone = false
    import('./sql-editor.tsx').then(
      ({ SqlEditor }) => {
        known = SqlEditor
        if (!isGone) latest.current()
      },
      // If it cannot be loaded (no network, a newer version on the server), the plain input stays.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])

  const compose = (isOn: boolean) => {
    isComposing.current = isOn
    if (!isOn) show()
  }
  return { ...state, plain, compose }
}

function rangeIn(element: PlainInput | null): TextRange | undefined {
  if (!element || document.activeElement !== element) return undefined
  return { from: element.selectionStart ?? 0, to: element.selectionEnd ?? 0 }
}
