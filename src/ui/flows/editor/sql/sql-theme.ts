import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours of the product, which change automatically in the dark theme. */
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent-ink)', fontWeight: '600' },
  { tag: [tags.standard(tags.name), tags.typeName], color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--success-ink)' },
  { tag: tags.special(tags.string), color: 'var(--ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning-ink)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-soft)' },
  // The placeholder of a missing value.
  { tag: tags.special(tags.name), color: 'var(--danger-ink)', fontWeight: '700' },
])

const LOOKS = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.7rem' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--danger-soft)' },
  '.cm-wrong': {
    textDecoration: 'underline wavy var(--danger)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.2em',
    background: 'var(--danger-soft)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-md)',
    background: 'var(--surface)',
    boxShadow: 'var(--shadow-md)',
    overflow: 'hidden',
    zIndex: '60',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(28rem, 90vw)',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.6rem', color: 'var(--ink)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--surface-selected)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { color: 'var(--accent-ink)', fontWeight: '700', textDecoration: 'none' },
  '.cm-completionDetail': { color: 'var(--ink-faint)', fontStyle: 'normal', fontSize: 'var(--text-xs)' },
})

export const sqlTheme: Extension = [LOOKS, syntaxHighlighting(COLOURS)]
