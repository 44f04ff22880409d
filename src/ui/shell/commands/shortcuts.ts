/** All keys of the product outside the flow editor and the rows of lists. A row is one key, or two keys in sequence. */
export const SHORTCUTS = {
  palette: ['Mod+K'],
  shortcuts: ['?'],
  'go-home': ['G', 'H'],
  'go-flows': ['G', 'F'],
  'go-runs': ['G', 'R'],
  'go-sources': ['G', 'S'],
  'go-destinations': ['G', 'D'],
  'go-integrations': ['G', 'I'],
  search: ['Shift+F'],
  find: ['/'],
  new: ['Shift+N'],
  clear: ['F', 'C'],
  refresh: ['Shift+R'],
} as const satisfies Record<string, readonly string[]>

export type ShortcutId = keyof typeof SHORTCUTS

const IDS = Object.keys(SHORTCUTS) as readonly ShortcutId[]

type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** For example "Shift+F", "Mod+K", "?"; nothing for a key that is not a letter or a sign. */
function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string | undefined {
  if (key.length !== 1 || altKey) return undefined
  const isLetter = /\p{L}/u.test(key)
  return [(ctrlKey || metaKey) && 'Mod', isLetter && shiftKey && 'Shift', key.toUpperCase()].filter(Boolean).join('+')
}

/** The maximum time before the second key. */
const PATIENCE_MS = 1_500

/** Recognizes shortcuts in key presses, one at a time; `now` in milliseconds. */
export function createShortcutReader() {
  let first: { readonly stroke: string; readonly at: number } | undefined

  return (event: Stroke, now: number): ShortcutId | undefined => {
    const stroke = strokeOf(event)
    const before = first && now - first.at <= PATIENCE_MS ? first.stroke : undefined
    first = undefined
    if (stroke === undefined) return undefined
    const found = IDS.find((id) => matches(SHORTCUTS[id], before === undefined ? [stroke] : [before, stroke]))
    if (found) return found
    if (IDS.some((id) => SHORTCUTS[id].length > 1 && SHORTCUTS[id][0] === stroke)) first = { stroke, at: now }
    return undefined
  }
}

const matches = (keys: readonly string[], typed: readonly string[]): boolean =>
  keys.length === typed.length && keys.every((key, index) => key === typed[index])
