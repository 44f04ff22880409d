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
  await expect(dialog.getByText('Data that it moved stays where it is.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No flows yet')).toBeVisible()

  await person.goesTo('Sources')
  await person.presses('More for Sample shop')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('Its stored credentials go with it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: /Sample shop/ })).toHaveCount(0)
  await person.goesTo('Integrations')
  await expect(page.getByRole('row', { name: /Sample warehouse/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Sample shop/ })).toHaveCount(0)
})

test('the overview counts what ran, in the period of the address, and leads to it', async ({ page }) => {
  const person = new Person(page)
  const call = await person.settlesIn('Northwind Traders')
  await expect(page.getByText('Getting started')).toBeVisible()
  await person.opens(`/floweditor/${(await makeSmallFlow(call)).flow}`)
  await person.presses('Run')
  await expect(page.getByText('Succeeded').first()).toBeVisible({ timeout: 30_000 })

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

test('of many connections with long names each is readable, and shows its state, also on a phone', async ({ page }) => {
  const person = new Person(page)
  const call = await person.settlesIn()
  const credentials = { host: 'db.example', user: 'etl', password: 'nothing', dbname: 'dw' }
  const shared = { name: 'Shared', type: 'postgres', credentials }
  const { id } = await call('POST', '/integrations', shared)
  const nameOf = (at: number) => `Warehouse of the northern region, replica for monthly reports ${at}`
  for (let batch = 0; batch < 60; batch += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const connection = { name: nameOf(batch + at), type: 'postgres', integration_id: id, capability: 'source' }
        return call('POST', '/connections', connection)
      }),
    )
  }
  await person.navigates('/sources')
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const row = page.getByRole('row', { name: new RegExp(nameOf(0)) }).first()
    const name = row.getByRole('button', { name: /^Warehouse of the northern/ }).first()
    await expect(name).toBeVisible()
    const box = (await name.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(box.width, `room of a name at ${width}`).toBeGreaterThan(width === 390 ? 120 : 180)
    const covered = await name.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return [left + 2, (left + right) / 2, right - 2].some(
        (x) => !element.contains(document.elementFromPoint(x, (top + bottom) / 2)),
      )
    })
    expect(covered, `something covers a name at ${width}`).toBe(false)
    await expect(row.getByText('never')).toBeVisible()
  }
})
