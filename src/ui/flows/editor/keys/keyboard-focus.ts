/** The topmost open layer gets all keys. */
export const isSomethingOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** Whether it accepts typed letters. */
export const isTyping = (target: Element): boolean =>
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') ||
  target.closest('[contenteditable="true"]') !== null

/** Whether it is a control for a setting. */
export const isField = (target: Element): boolean => isTyping(target) || target.matches('input, [role="checkbox"]')
