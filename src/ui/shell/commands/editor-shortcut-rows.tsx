import { useLingui } from '@lingui/react/macro'

import { Stroke } from './shortcut-keys.tsx'
import styles from './shortcut-list.module.css'

/** All keys of the flow editor with their actions. */
export function EditorShortcutRows() {
  const { t } = useLingui()
  const does: Readonly<Record<EditorShortcutId, string>> = {
    run: t`Run the flow`,
    save: t`Save at once`,
    undo: t`Undo`,
    redo: t`Redo`,
    rename: t`Rename the flow`,
    'add-after': t`Add a step after the node`,
    open: t`Open the settings of the node`,
    remove: t`Remove the selected steps`,
    copy: t`Copy the selected steps`,
    cut: t`Cut the selected steps`,
    paste: t`Paste steps`,
    duplicate: t`Duplicate the selected steps`,
    'choose-all': t`Choose all steps`,
    walk: t`To the previous or next node`,
    nudge: t`Move the node`,
    leave: t`From the diagram to the settings`,
    tidy: t`Tidy up`,
    fit: t`Show everything`,
    'actual-size': t`Actual size`,
    zoom: t`Zoom in or out`,
    runs: t`Show the runs`,
  }
  return (
    <dl>
      {(Object.keys(EDITOR_SHORTCUTS) as EditorShortcutId[]).map((id) => (
        <div key={id} className={styles['row']}>
          <dt>{does[id]}</dt>
          <dd className={styles['strokes']}>
            {EDITOR_SHORTCUTS[id].map((keys) => (
              <Stroke key={keys} keys={keys} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The keys of the flow editor for the list of shortcuts; `ui/flows/editor` handles them. Several rows have the same meaning. */
const EDITOR_SHORTCUTS = {
  run: ['Mod+Enter'],
  save: ['Mod+S'],
  undo: ['Mod+Z'],
  redo: ['Mod+Shift+Z'],
  rename: ['F2'],
  'add-after': ['Tab'],
  open: ['Enter'],
  remove: ['Delete'],
  copy: ['Mod+C'],
  cut: ['Mod+X'],
  paste: ['Mod+V'],
  duplicate: ['Mod+D'],
  'choose-all': ['Mod+A'],
  walk: ['←', '→'],
  nudge: ['Shift+←', 'Shift+→'],
  leave: ['Escape'],
  tidy: ['Shift+Alt+T'],
  fit: ['1'],
  'actual-size': ['0'],
  zoom: ['+', '-'],
  runs: ['L'],
} as const satisfies Record<string, readonly string[]>

type EditorShortcutId = keyof typeof EDITOR_SHORTCUTS
