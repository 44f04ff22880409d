import { useEffect, useRef } from 'react'

export interface EditorKeys {
  run(): void
  rename(): void
  undo(): void
  redo(): void
  tidy(): void
  fit(): void
  zoomTo(zoom: number): void
  zoomIn(): void
  zoomOut(): void
}

/** What keys do while a node has the focus. */
export interface NodeKeys {
  open(nodeId: string): void
  addAfter(nodeId: string): void
  remove(nodeId: string): void
  /** To the node so many places on. */
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

/** The keys of the editor; they rest while something is open above it, and letters are for typing in an input. */
export function useEditorKeys(keys: EditorKeys, nodeKeys: NodeKeys): void {
  const latest = useRef({ keys, nodeKeys })
  useEffect(() => {
    latest.current = { keys, nodeKeys }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isSomethingOpen()) return
      const target = event.target instanceof Element ? event.target : document.body
      const node = target.closest<HTMLElement>('.react-flow__node')?.dataset['id']
      const act =
        globalAction(event, latest.current.keys) ??
        (isTyping(target) ? undefined : editorAction(event, latest.current.keys)) ??
        (node === undefined ? undefined : nodeAction(event, latest.current.nodeKeys, node))
      if (!act) return
      // The canvas has keys of its own, which mean something else.
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
  return event.key === 'F2' ? keys.rename : undefined
}

function editorAction(event: KeyboardEvent, keys: EditorKeys): Action {
  if (event.shiftKey && event.altKey && event.code === 'KeyT') return keys.tidy
  if (event.altKey) return undefined
  if (isCommand(event)) {
    if (event.key.toLowerCase() === 'z') return event.shiftKey ? keys.redo : keys.undo
    return event.key.toLowerCase() === 'y' ? keys.redo : undefined
  }
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

const isSomethingOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

const isTyping = (target: Element): boolean =>
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]')
