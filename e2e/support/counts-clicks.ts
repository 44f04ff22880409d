import type { Page } from '@playwright/test'

/** Counts what a person presses from now on. @returns how many clicks there were so far */
export async function countsClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    // Capture: what a control does with a click is none of the counter's business. A click by the keyboard has no detail.
    document.addEventListener('click', ({ detail }) => detail > 0 && pressed.count++, { capture: true })
    const pressed = { count: 0 }
    Object.assign(globalThis, { pressed })
  })
  return () => page.evaluate(() => (globalThis as unknown as { pressed: { count: number } }).pressed.count)
}
