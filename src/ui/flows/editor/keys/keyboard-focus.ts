/** What is open on top has the keyboard to itself. */
export const isSomethingOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** Whether letters go into it. */
export const isTyping = (target: Element): boolean =>
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') ||
  target.closest('[contenteditable="true"]') !== null

/** Whether a person sets something with it. */
export const isField = (target: Element): boolean => isTyping(target) || target.matches('input, [role="checkbox"]')
