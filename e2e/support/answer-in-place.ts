import type { Page } from '@playwright/test'

/**
 * An answer in place of the server's, while it is given. Make it before the page is opened: a call that is made just after the first route of a
 * page was set may pass it by.
 */
export async function answerInPlace(
  page: Page,
  url: string,
  answer: { readonly status: number; readonly json: object },
) {
  let isGiven = false
  await page.route(url, (route) => (isGiven ? route.fulfill(answer) : route.continue()))
  return {
    give: () => {
      isGiven = true
    },
    withdraw: () => {
      isGiven = false
    },
  }
}
