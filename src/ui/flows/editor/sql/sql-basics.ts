import { autocompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'

import { errorMark } from './sql-error-mark.ts'
import { sqlTheme } from './sql-theme.ts'

/** Its size: a query, an expression of some lines, or one line. A script is for a database, and as large as a query. */
export type SqlShape = 'query' | 'expression' | 'line' | 'script'

/** The basics of every SQL editor, independent of the available names. Tab is not used, so that it moves to the next field. */
export const sqlBasics = (shape: SqlShape): readonly Extension[] => [
  history(),
  bracketMatching(),
  autocompletion({ icons: false, closeOnBlur: true }),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  // The panel scrolls, and cuts off everything beyond its edge.
  tooltips({ position: 'fixed', parent: document.body }),
  EditorView.contentAttributes.of({ spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
  errorMark,
  sqlTheme,
  ...(shape === 'line' ? ONE_LINE : [EditorView.lineWrapping]),
]

/** A stored text with several lines keeps them; none are added. */
const ONE_LINE: readonly Extension[] = [
  // Before the key that breaks the line, and after those of completion, for which Enter is a selection.
  Prec.high(
    keymap.of([
      { key: 'Enter', run: () => true },
      { key: 'Shift-Enter', run: () => true },
    ]),
  ),
  EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  EditorView.contentAttributes.of({ 'aria-multiline': 'false' }),
]
