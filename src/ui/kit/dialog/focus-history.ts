/** What lies over the page and goes away: where the focus was in it, nobody can go back to. */
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-radix-focus-guard]'

interface Focused {
  readonly element: HTMLElement
  readonly isInOverlay: boolean
}

const focusedAt = (element: HTMLElement): Focused => ({ element, isInOverlay: element.closest(OVERLAY) !== null })

/** Menus in menus and a dialog after them are far fewer. */
const LONGEST = 30

let focused: readonly Focused[] = []
let isWatching = false

/** Begins to note where the focus was. An entry of a menu is gone before the dialog that it opens is there. */
export function watchFocus(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) noteFocus(target)
  })
}

/** For an element that takes the place of one that had the focus. */
export function noteFocus(target: HTMLElement): void {
  focused = [focusedAt(target), ...focused.filter(({ element }) => element !== target)].slice(0, LONGEST)
}

/** Where the focus is, and where it was until now, the last place first. */
export function focusHistory(): readonly Focused[] {
  const { activeElement } = document
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== document.body
  return isSomewhere ? [focusedAt(activeElement), ...focused] : focused
}

/**
 * The last place before a dialog that is still there; nothing if what went away was part of the page.
 * @param before the history when the dialog opened. A menu may give the focus back to its button only after that
 */
export function placeToReturn(before: readonly Focused[]): HTMLElement | undefined {
  const since = focused.filter((one) => !before.includes(one))
  const given = since.find(({ element, isInOverlay }) => element.isConnected && !isInOverlay)
  const last = given ?? before.find(({ element, isInOverlay }) => element.isConnected || !isInOverlay)
  return last?.element.isConnected ? last.element : undefined
}
