/** What the keys of a list show on hover, and tell to screen readers; the shell acts on them. */
const shownAs = (keys: string) => ({ 'aria-keyshortcuts': keys, 'data-tooltip': keys })

export const NEW_KEYS = shownAs('Shift+N')
export const SEARCH_KEYS = shownAs('Shift+F')
