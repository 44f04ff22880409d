import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'
import { makeSmallFlow } from './support/small-shop.ts'

test('lists are searched, sorted and filtered in the address, by keys too', async ({ page }) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  await person.goesTo('Flows')
  const rows = page.getByRole('table', { name: 'Flows' }).getByRole('row')
  await expect(rows).toHaveCount(2)

  await person.presses('More for Shop to warehouse')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByText('Shop to warehouse (copy)').first()).toBeVisible()
  await person.opens('/flows')
  await expect(rows).toHaveCount(3)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.nth(1)).toContainText('(copy)')

  await page.keyboard.press('Shift+F')
  await page.keyboard.type('copy')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/q=copy/)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByText('No flows match your filters')).toBeVisible()
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('f')
  await page.keyboard.press('c')
  await expect(rows).toHaveCount(3)
  await expect(page).toHaveURL(/\/flows$/)

  await page.keyboard.press('Shift+N')
  await expect(page.getByRole('dialog', { name: 'New flow' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what is used cannot be deleted and says by what; what is not says what goes with it', async ({ page }) => {
  const person = new Person(page)
  const { flow } = await person.settlesInWithFlow()
  const dialog = page.getByRole('alertdialog')

  await person.goesTo('Sources')
  await person.presses('More for Sample shop')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('Used by these flows')).toBeVisible()
  await expect(dialog.getByText('Shop to warehouse')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveAttribute(
    'aria-description',
    'Delete the flows that use it first',
  )

  await person.opens(`/flows?dialog=delete&id=${flow}`)
  await expect(dialog.getByText('Data that it moved stays.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No flows yet')).toBeVisible()

  await person.goesTo('Sources')
  await person.presses('More for Sample shop')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('Its credentials go with it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: /Sample shop/ })).toHaveCount(0)
  // Credentials of a database are part of its connection, and no row of their own.
  await person.goesTo('Integrations')
  await expect(page.getByText('No integrations yet')).toBeVisible()
})

test('the overview counts what ran, in the period of the address, and leads to it', async ({ page }) => {
  const person = new Person(page)
  const call = await person.settlesIn('Northwind Traders')
  await expect(page.getByText('Getting started')).toBeVisible()
  await person.opens(`/floweditor/${(await makeSmallFlow(call)).flow}`)
  await person.presses('Run')
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })

  await person.goesTo('Home')
  await expect(page.getByText('100%').first()).toBeVisible()
  await page.getByRole('radio', { name: '24 hours' }).check({ force: true })
  await expect(page).toHaveURL(/period=24h/)
  await page.reload()
  await expect(page.getByRole('radio', { name: '24 hours' })).toBeChecked()
  await person.presses('Show Runs as a table')
  await expect(page.getByRole('table').first()).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: '100%' }).first().click()
  await expect(page).toHaveURL(/\/runs\?/)
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Shop to warehouse/ })).toBeVisible()
})

test('of 500 connections with long names each is readable to its end, and shows its state, also on a phone', async ({
  page,
}) => {
  const person = new Person(page)
  await person.settlesInWithFlow()
  const nameOf = (at: number) => `Warehouse of the northern region, replica for monthly reports ${at}`
  await page.route('**/v1/organizations/*/connections', async (route) => {
    const answer = await route.fetch()
    const [known] = await answer.json()
    const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    await route.fulfill({ json: Array.from({ length: 500 }, (_, at) => ({ ...known, id: id(at), name: nameOf(at) })) })
  })
  await person.opens('/sources')
  const name = page.getByRole('link', { name: nameOf(3), exact: true })
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('row', { name: new RegExp(`${nameOf(3)} `) }).getByText('never')).toBeVisible()
    const look = () =>
      name.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const isOwn = (x: number) => element.contains(document.elementFromPoint(x, (top + bottom) / 2))
        return {
          isCut: [element, ...element.querySelectorAll('*')].some(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 0,
          ),
          isCovered: ![left + 2, (left + right) / 2, right - 2].every(isOwn),
          isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        }
      })
    // The first rows give way to the list that draws only those in view.
    await expect.poll(look, `at ${width}`).toEqual({ isCut: false, isCovered: false, isWide: false })
  }
  // Typed and found among all of them before anybody would wait.
  await page.getByRole('searchbox').fill('reports 49')
  await expect(page.getByRole('row')).toHaveCount(12)
})

// German has longer words in the same cells.
for (const locale of ['en', 'de'] as const)
  test.describe(locale, { tag: locale === 'de' ? '@full' : [] }, () => {
    test.use({ locale })

    test('no cell of a long list reaches over its neighbour, at any width of the window', async ({ page }) => {
      const person = new Person(page, locale)
      await person.settlesInWithFlow()
      const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
      for (const list of ['flows', 'connections', 'integrations'])
        await page.route(`**/v1/organizations/*/${list}`, async (route) => {
          const [known] = await (await route.fetch()).json()
          const json = Array.from({ length: 300 }, (_, at) => ({ ...known, id: idOf(at), name: `Warehouse ${at}` }))
          await route.fulfill({ json })
        })
      for (const path of ['/flows', '/sources', '/integrations']) {
        await person.opens(path)
        await expect(page.getByRole('row', { name: /Warehouse 1 / })).toBeVisible()
        for (const width of [1440, 1366, 1280, 1100, 1024, 900, 800, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await expect.poll(() => page.evaluate(reachingOver), `${path} at ${width}`).toEqual([])
        }
      }
    })
  })

/** What stands in a cell of a table and reaches over its edge, as text. */
function reachingOver(): readonly string[] {
  const isHidden = (part: Element) =>
    part.getBoundingClientRect().width <= 1 || part.closest('.visually-hidden') !== null
  return [...document.querySelectorAll('main :is(td, th)')].flatMap((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    const parts = [...cell.querySelectorAll('*')].filter((part) => {
      const box = part.getBoundingClientRect()
      return !isHidden(cell) && !isHidden(part) && (box.right > right + 0.5 || box.left < left - 0.5)
    })
    return parts.map((part) => part.textContent ?? '')
  })
}
