import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'

import type { SqlEditorProps, TextRange } from './sql-editor.tsx'

type Editor = ComponentType<SqlEditorProps>
type PlainInput = HTMLInputElement & HTMLTextAreaElement

interface SqlEditorState {
  /** The input that is there until the editor is. */
  readonly plain: RefObject<PlainInput | null>
  readonly Editor: Editor | undefined
  /** Where in the plain input the person was. */
  readonly focused: TextRange | undefined
  /** A letter that takes several keys has begun in the plain input, or is done. */
  compose(isComposing: boolean): void
}

/** Once it is there, every other field begins with it. */
let known: Editor | undefined

/** An editor has to know where its letters stand. */
const canMeasureText = (): boolean => 'getClientRects' in Range.prototype

/** The editor for SQL, as soon as it is loaded and nobody is in the middle of a letter. */
export function useSqlEditor(): SqlEditorState {
  const plain = useRef<PlainInput>(null)
  const isComposing = useRef(false)
  const [state, setState] = useState<Pick<SqlEditorState, 'Editor' | 'focused'>>({ Editor: known, focused: undefined })

  const show = () => {
    if (known && !isComposing.current) setState({ Editor: known, focused: rangeIn(plain.current) })
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
      // Without it (no network, a newer version on the server) the plain input stays.
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
