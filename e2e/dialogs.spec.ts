import { expect, type Locator, test } from '@playwright/test'

import { Person } from './support/person.ts'

/** Whether a click anywhere on it would hit it and nothing above it. */
const isInReach = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const hits = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
    return [left + 4, (left + right) / 2, right - 4].every((x) => hits(x, top + 4) && hits(x, bottom - 4))
  })

test('dismissing a notice leaves the dialog open and what was typed in place; none covers its buttons', async ({
  page,
}) => {
  const person = new Person(page)
  await person.settlesIn()
  await person.goesTo('Sources')
  await page.getByRole('button', { name: 'Add source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^PostgreSQL/ }).click()
  for (const [label, value] of [
    ['Name', 'Shop'],
    ['Host', '127.0.0.1'],
    ['Port', '1'],
    ['User', 'nobody'],
    ['Password', 'nothing'],
    ['Database name', 'none'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Failed to test connection')).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const save = dialog.getByRole('button', { name: /save/i }).last()
    // Held while the pointer is on it: nobody has to wait for the button.
    await page.getByText('Failed to test connection').hover()
    await expect.poll(() => isInReach(save), `at ${width} × ${height}`).toBe(true)
    const notice = await page.getByRole('region', { name: 'Notifications' }).getByRole('alert').boundingBox()
    expect(notice && Math.round(notice.x + notice.width / 2), 'in the middle').toBeCloseTo(width / 2, -1)
    expect(notice && height - notice.y - notice.height, 'at the bottom').toBeLessThan(40)
  }
  await page.getByRole('button', { name: 'Dismiss' }).first().click()

  await expect(page.getByText('Failed to test connection')).toBeHidden()
  await expect(dialog.getByLabel('Host')).toHaveValue('127.0.0.1')
})

test('Back does not open a dialog again that was closed', async ({ page }) => {
  const person = new Person(page)
  await person.settlesIn()
  await person.goesTo('Sources')
  await person.presses('Add source')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goBack()
  await expect(page).toHaveURL(/\/sources$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
