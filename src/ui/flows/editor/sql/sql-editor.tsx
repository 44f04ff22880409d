import { Annotation, Compartment, EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { defined } from '../../../../core/catalog/defined.ts'
import type { useFieldControl } from '../../../kit/field/field.tsx'
import { type SqlShape, sqlBasics } from './sql-basics.ts'
import { markError } from './sql-error-mark.ts'
import styles from './sql-field.module.css'
import { type KnownColumn, sqlLanguage } from './sql-language.ts'

export interface TextRange {
  readonly from: number
  readonly to: number
}

export interface SqlEditorProps {
  readonly shape: SqlShape
  readonly value: string
  /** The available names; undefined if unknown. */
  readonly columns: readonly KnownColumn[] | undefined
  /** The position of the server's error, in UTF-16 code units. */
  readonly errorAt: number | undefined
  readonly isReadOnly: boolean
  /** The id from the Field around it. */
  readonly control: ReturnType<typeof useFieldControl>
  /** The user's selection in the plain input, where typing continues. */
  readonly focused: TextRange | undefined
  onChange(value: string): void
}

/** An editor for one SQL text that behaves like any field of a form: it has a label, Tab leaves it, and it has its own undo. */
export function SqlEditor(props: SqlEditorProps) {
  const { shape, value, columns, errorAt, isReadOnly, control, focused } = props
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  // Created once: later changes are applied below.
  const first = useRef({ shape, focused })
  useLayoutEffect(() => {
    const made = makeView(parent.current, first.current.shape, () => latest.current)
    view.current = made
    const range = first.current.focused
    if (range) {
      const { length } = made.state.doc
      made.focus()
      made.dispatch({ selection: { anchor: Math.min(range.from, length), head: Math.min(range.to, length) } })
    }
    return () => made.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: LANGUAGE.reconfigure(sqlLanguage(shape, columns)) })
  }, [shape, columns])
  useEffect(() => {
    view.current?.dispatch({ effects: FIELD.reconfigure(fieldOf(control, isReadOnly)) })
  }, [control, isReadOnly])
  useEffect(() => {
    if (view.current) replaceText(view.current, value)
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: markError.of(errorAt) })
  }, [errorAt])
  useEffect(() => {
    // A label works only for inputs.
    const label = document.getElementById(labelIdOf(control.id))
    const focus = () => view.current?.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [control.id])

  return <div ref={parent} className={styles['editor']} />
}

const LANGUAGE = new Compartment()
const FIELD = new Compartment()

const labelIdOf = (id = '') => `${id}-label`

function makeView(parent: HTMLElement | null, shape: SqlShape, latest: () => SqlEditorProps): EditorView {
  const { value, columns, control, isReadOnly } = latest()
  return new EditorView(
    defined({
      parent: parent ?? undefined,
      state: EditorState.create({
        doc: value,
        extensions: [
          LANGUAGE.of(sqlLanguage(shape, columns)),
          FIELD.of(fieldOf(control, isReadOnly)),
          ...sqlBasics(shape),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some((change) => change.annotation(fromOutside)))
              latest().onChange(state.doc.toString())
          }),
        ],
      }),
    }),
  )
}

function fieldOf({ id, ...aria }: ReturnType<typeof useFieldControl>, isReadOnly: boolean) {
  const attributes = Object.entries({
    ...aria,
    id,
    'aria-labelledby': labelIdOf(id),
    'aria-readonly': isReadOnly || undefined,
  })
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of(
      Object.fromEntries(attributes.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
    ),
  ]
}

/** Marks a change that does not come from the user. */
const fromOutside = Annotation.define<true>()

/** Shows another text, which undo does not revert; texts that differ only in line ends count as equal. */
function replaceText(view: EditorView, text: string): void {
  const current = view.state.doc.toString()
  if (text.replaceAll(/\r\n?/g, '\n') === current) return
  view.dispatch({
    changes: { from: 0, to: current.length, insert: text },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  })
}
