import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('the tour goes along by the keyboard, on a phone too, and once skipped is over in every browser', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = new Person(page)
  await person.settlesIn()
  const steps = page.getByRole('list', { name: 'Getting started' })
  await steps.getByRole('link', { name: 'Add source' }).press('Enter')
  await page.getByRole('dialog').press('Escape')
  const tour = page.getByRole('region', { name: 'Tour' })
  await expect(tour.getByText('2 of 5')).toBeVisible()
  const { width = 0 } = (await tour.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(390)
  await tour.getByRole('button', { name: 'Skip the tour' }).press('Enter')
  await expect(tour).toHaveCount(0)

  const elsewhere = new Person(await (await browser.newContext()).newPage(), 'en', undefined, person.email)
  await elsewhere.signsIn()
  await expect(elsewhere.page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
  await elsewhere.page.context().close()
})
