import { useLingui } from '@lingui/react/macro'

import { EDITOR_SHORTCUTS, type EditorShortcutId } from './editor-shortcuts.ts'
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
