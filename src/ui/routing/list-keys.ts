/** The keys of a list for tooltips and screen readers; the shell handles them. */
const shownAs = (keys: string) => ({ 'aria-keyshortcuts': keys, 'data-tooltip': keys })

export const NEW_KEYS = shownAs('Shift+N')
export const SEARCH_KEYS = shownAs('Shift+F')
