import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import type { EditorLayout } from '../../../../core/preferences/preferences.ts'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { useServices } from '../../../services/services.tsx'
import type { EditorDrawer as Drawer } from './editor-drawer.tsx'
import styles from './editor-frame.module.css'

const ResizeHandle = lazyNamed(() => import('../../../kit/resize-handle/resize-handle.tsx'), 'ResizeHandle', {
  isPart: true,
})
const EditorDrawer = lazyNamed(() => import('./editor-drawer.tsx'), 'EditorDrawer')

/** Pixels. */
const PANEL = { usual: 400, min: 300 }
const DRAWER = { usual: 288, min: 120 }

/** Neither pane leaves less than this for the picture. */
const LARGEST = 0.65

type Selected = 'nothing' | 'end' | 'step'

interface EditorFrameProps extends Pick<ComponentProps<typeof Drawer>, 'run' | 'preview' | 'sql'> {
  /** What of the picture is selected. */
  readonly selected: Selected
  /** The bar, the picture and the side panel. */
  readonly children: ReactNode
}

/** The layout of the editor: the picture, the panel beside it and the drawer below both, with sizes that the user chooses. */
export function EditorFrame({ selected, children, ...drawer }: EditorFrameProps) {
  const { t } = useLingui()
  const [layout, arrange] = useEditorLayout()
  const [drawerIsOpen, openDrawer] = useDrawerIsOpen(selected, layout.drawerIsOpen ?? true)
  const { panelWidth = PANEL.usual, drawerHeight = DRAWER.usual } = layout
  const sizes: CSSProperties & Readonly<Record<`--${string}`, string>> = {
    '--panel': `${panelWidth}px`,
    '--drawer': `${drawerHeight}px`,
  }
  return (
    <div className={styles['editor']} style={sizes}>
      {children}
      <Suspense>
        <ResizeHandle
          label={t`Width of the panel`}
          edge="left"
          className={styles['panelEdge']}
          size={panelWidth}
          min={PANEL.min}
          max={Math.round(window.innerWidth * LARGEST)}
          onResize={(size) => arrange({ panelWidth: size })}
        />
      </Suspense>
      <div className={styles['drawer']}>
        <Suspense>
          <EditorDrawer
            {...drawer}
            isOpen={drawerIsOpen}
            tab={layout.drawerTab ?? 'preview'}
            onArrange={(change) => {
              if (change.drawerIsOpen !== undefined) openDrawer(change.drawerIsOpen)
              arrange(change)
            }}
            handle={
              <ResizeHandle
                label={t`Height of the drawer`}
                edge="top"
                className={styles['drawerEdge']}
                size={drawerHeight}
                min={DRAWER.min}
                max={Math.round(window.innerHeight * LARGEST)}
                onResize={(size) => arrange({ drawerHeight: size })}
              />
            }
          />
        </Suspense>
      </div>
    </div>
  )
}

/** The room of the panel beside the picture, until it is there. */
export const EmptySidePanel = () => <div className={styles['panel']} />

/**
 * The drawer opens with a step, if the person has not closed it, and stays open until nothing is selected: it would be empty then. Who opens it
 * without a selection sees it until the next one ends.
 */
function useDrawerIsOpen(selected: Selected, opensWithSteps: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const [before, setBefore] = useState(selected)
  const [isOpen, setOpen] = useState(selected === 'step' && opensWithSteps)
  if (selected !== before) {
    setBefore(selected)
    if (selected === 'nothing') setOpen(false)
    else if (selected === 'step' && opensWithSteps) setOpen(true)
  }
  return [isOpen, setOpen]
}

/** The user's layout of the editor, in this browser. */
function useEditorLayout(): readonly [EditorLayout, (change: EditorLayout) => void] {
  const { loadPreferences, savePreferences } = useServices()
  const [layout, setLayout] = useState<EditorLayout>(() => loadPreferences().editor ?? {})
  const arrange = (change: EditorLayout) => {
    const editor = { ...layout, ...change }
    setLayout(editor)
    savePreferences({ ...loadPreferences(), editor })
  }
  return [layout, arrange]
}
