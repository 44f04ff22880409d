import { autocompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'

import { errorMark } from './sql-error-mark.ts'
import { sqlTheme } from './sql-theme.ts'

/** How much room it takes: a query, an expression of some lines, or one line. */
export type SqlShape = 'query' | 'expression' | 'line'

/** What every editor for SQL has, whatever can be named in it. Tab is no key of it, so that it leads on in the form. */
export const sqlBasics = (shape: SqlShape): readonly Extension[] => [
  history(),
  bracketMatching(),
  autocompletion({ icons: false, closeOnBlur: true }),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  // The panel scrolls, and cuts off what stands over its edge.
  tooltips({ position: 'fixed', parent: document.body }),
  EditorView.contentAttributes.of({ spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
  errorMark,
  sqlTheme,
  ...(shape === 'line' ? ONE_LINE : [EditorView.lineWrapping]),
]

/** What is stored with several lines stays so; none are added. */
const ONE_LINE: readonly Extension[] = [
  // Before the key that breaks the line, and after those of completion, to which Enter is a choice.
  Prec.high(
    keymap.of([
      { key: 'Enter', run: () => true },
      { key: 'Shift-Enter', run: () => true },
    ]),
  ),
  EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  EditorView.contentAttributes.of({ 'aria-multiline': 'false' }),
]
