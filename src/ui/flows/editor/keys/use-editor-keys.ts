import { useLayoutEffect, useRef } from 'react'

import { useSingleKeyShortcuts } from '../../../preferences/use-single-key-shortcuts.ts'
import { isSomethingOpen, isTyping } from './keyboard-focus.ts'

export interface EditorKeys {
  run(): void
  save(): void
  rename(): void
  undo(): void
  redo(): void
  duplicate(): void
  chooseAll(): void
  tidy(): void
  fit(): void
  zoomTo(zoom: number): void
  zoomIn(): void
  zoomOut(): void
  showRuns(): void
}

/** The actions of keys while a node has the focus. */
export interface NodeKeys {
  open(nodeId: string): void
  addAfter(nodeId: string): void
  remove(nodeId: string): void
  /** To the node at this distance. */
  walk(nodeId: string, by: number): void
  nudge(nodeId: string, x: number, y: number): void
  leave(): void
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const NUDGE = 10

/** The keys of the editor; they are off while something is open above it, and letters in an input are text. */
export function useEditorKeys(keys: EditorKeys, nodeKeys: NodeKeys): void {
  const { isOnNow: hasSingleKeys } = useSingleKeyShortcuts()
  const latest = useRef({ keys, nodeKeys, hasSingleKeys })
  // With the page and not after it: a busy browser would lose a key that is pressed at once.
  useLayoutEffect(() => {
    latest.current = { keys, nodeKeys, hasSingleKeys }
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isSomethingOpen()) return
      const target = event.target instanceof Element ? event.target : document.body
      const node = target.closest<HTMLElement>('.react-flow__node')?.dataset['id']
      const { keys, nodeKeys, hasSingleKeys } = latest.current
      const act =
        globalAction(event, keys) ??
        (isTyping(target) ? undefined : editorAction(event, keys)) ??
        (isTyping(target) || !hasSingleKeys() ? undefined : singleKeyAction(event, keys)) ??
        (node === undefined ? undefined : nodeAction(event, nodeKeys, node))
      if (!act) return
      // The canvas has its own keys with other meanings.
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}

type Action = (() => void) | undefined

const isCommand = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey

function globalAction(event: KeyboardEvent, keys: EditorKeys): Action {
  if (isCommand(event) && event.key === 'Enter') return keys.run
  // Everything is saved automatically: this key is for users who are used to it, and replaces the browser's own dialog.
  if (isCommand(event) && event.key.toLowerCase() === 's') return keys.save
  return event.key === 'F2' ? keys.rename : undefined
}

function editorAction(event: KeyboardEvent, keys: EditorKeys): Action {
  if (event.shiftKey && event.altKey && event.code === 'KeyT') return keys.tidy
  if (event.altKey || !isCommand(event)) return undefined
  switch (event.key.toLowerCase()) {
    case 'z':
      return event.shiftKey ? keys.redo : keys.undo
    case 'y':
      return keys.redo
    case 'd':
      return keys.duplicate
    case 'a':
      return keys.chooseAll
    default:
      return undefined
  }
}

/** Keys that a user may switch off (WCAG 2.1.4). */
function singleKeyAction(event: KeyboardEvent, keys: EditorKeys): Action {
  if (event.altKey || isCommand(event)) return undefined
  switch (event.key) {
    case '0':
      return () => keys.zoomTo(1)
    case '1':
      return keys.fit
    case '+':
    case '=':
      return keys.zoomIn
    case '-':
      return keys.zoomOut
    case 'l':
      return keys.showRuns
    default:
      return undefined
  }
}

function nodeAction(event: KeyboardEvent, keys: NodeKeys, node: string): Action {
  if (isCommand(event) || event.altKey) return undefined
  const arrow = ARROWS[event.key]
  if (arrow) {
    const [x, y] = arrow
    return event.shiftKey ? () => keys.nudge(node, x * NUDGE, y * NUDGE) : () => keys.walk(node, x + y)
  }
  if (event.shiftKey) return undefined
  switch (event.key) {
    case 'Enter':
    case ' ':
      return () => keys.open(node)
    case 'Tab':
      return () => keys.addAfter(node)
    case 'Delete':
    case 'Backspace':
      return () => keys.remove(node)
    case 'Escape':
      return keys.leave
    default:
      return undefined
  }
}
