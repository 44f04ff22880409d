/** The keys of the flow editor for the list of shortcuts; `ui/flows/editor` handles them. Several rows have the same meaning. */
export const EDITOR_SHORTCUTS = {
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

export type EditorShortcutId = keyof typeof EDITOR_SHORTCUTS
