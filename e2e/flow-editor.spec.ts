import { expect, type Locator, type Page, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const steps = (page: Page) => page.getByRole('group', { name: /^Step \d/ })
const step = (page: Page, name: RegExp) => page.getByRole('group', { name })

async function adds(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a step' })
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('searchbox').press('Enter')
  await expect(dialog).toBeHidden()
}

test.describe('the flow editor', () => {
  test('adds, configures, orders, undoes and removes steps, and has them after a reload', async ({ page }) => {
    await new Person(page).settlesInWithFlow()

    await page.getByRole('button', { name: 'Add step' }).click()
    await adds(page, 'limit')
    await page.getByRole('textbox', { name: 'Number of rows' }).fill('25')
    await page.getByRole('button', { name: 'Add a step here' }).first().click()
    await adds(page, 'filter')
    await expect(step(page, /^Step 1 of 2: Filter rows\. Not finished yet/)).toBeVisible()
    await page.getByRole('radio', { name: 'SQL' }).check()
    await page.getByRole('textbox', { name: 'Keep rows where' }).fill('id > 0')
    await expect(step(page, /^Step 1 of 2: Filter rows$/)).toBeVisible()
    await isSaved(page)

    await page.reload()
    await expect(steps(page)).toHaveCount(2)
    await step(page, /^Step 2 of 2/).focus()
    await expect(page.getByRole('textbox', { name: 'Number of rows' })).toHaveValue('25')

    await page.keyboard.press('Delete')
    await expect(steps(page)).toHaveCount(1)
    await expect(step(page, /^Step 1 of 1/)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(steps(page)).toHaveCount(2)
    await page.keyboard.press('Control+Shift+Z')
    await expect(steps(page)).toHaveCount(1)
    await isSaved(page)
  })

  test('is worked by the keyboard alone: walk, open, add, copy, paste, tidy, zoom', async ({ page }) => {
    await new Person(page).settlesInWithFlow()
    await page.getByRole('group', { name: /^Source/ }).focus()
    await page.keyboard.press('Tab')
    await adds(page, 'sort')
    await step(page, /^Step 1 of 1/).focus()

    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect(step(page, /^Step 2 of 2/)).toBeFocused()
    await expect(steps(page)).toHaveCount(2)
    await page.keyboard.press('Control+d')
    await expect(step(page, /^Step 3 of 3/)).toBeFocused()

    // Beside the open preview there is no room for all nodes: keys come to those that are not in view, too.
    for (const left of [/^Step 2 of 3/, /^Step 1 of 3/, /^Source/]) {
      await page.keyboard.press('ArrowLeft')
      await expect(page.getByRole('group', { name: left })).toBeFocused()
    }
    await page.keyboard.press('ArrowRight')
    await expect(step(page, /^Step 1 of 3/)).toBeFocused()
    const placed = () => step(page, /^Step 1 of 3/).evaluate(({ style }) => style.transform)
    await page.keyboard.press('Shift+Alt+T')
    const before = await placed()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(placed).not.toBe(before)
    await page.keyboard.press('Shift+Alt+T')
    await expect.poll(placed).toBe(before)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sort rows' })).toBeVisible()
    await expect(page.getByRole('tabpanel', { name: 'Set up' })).toBeFocused()

    // Beside the settings, five nodes have room on a wide screen only.
    await page.setViewportSize({ width: 1900, height: 900 })
    const overview = page.getByRole('img', { name: 'Overview of the whole flow' })
    await expect(overview).toBeHidden()
    for (let times = 0; times < 4; times++) await page.keyboard.press('+')
    await expect(overview).toBeVisible()
    await page.keyboard.press('1')
    await expect(overview).toBeHidden()

    // A tablet has room for the settings beside the picture, and for all kinds of steps.
    await page.setViewportSize({ width: 1024, height: 768 })
    const kinds = page.locator('li > [draggable="true"]')
    await expect(kinds.last()).toBeInViewport({ ratio: 1 })
    const edge = (await page.getByRole('complementary', { name: 'Settings and runs' }).boundingBox())?.x ?? 0
    expect(edge).toBeGreaterThan(400)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Show everything' }).click()
    const source = page.getByRole('group', { name: /^Source/ })
    const edges = async (of: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {}
      return { right: x + width, bottom: y + height, x, y }
    }
    const isCovered = async () => {
      const [node, buttons] = [await edges(source), await edges(page.getByRole('group', { name: 'Zoom' }))]
      return node.right > buttons.x && node.x < buttons.right && node.bottom > buttons.y && node.y < buttons.bottom
    }
    await expect.poll(isCovered).toBe(false)
  })

  test('opens a flow of 200 nodes, shows it in the overview, and tidies it from left to right', async ({ page }) => {
    const person = new Person(page)
    const { flow, call } = await person.settlesInWithFlow()
    const transformations = Array.from({ length: 198 }, (_, at) => ({
      ...{ id: `step-${at}`, type: 'limit', settings: { rows: 1_000 + at } },
    }))
    await call('PATCH', `/flows/${flow}`, { config: { streams: [], transformations } })
    await person.opens(`/floweditor/${flow}`)
    const overview = page.getByRole('img', { name: 'Overview of the whole flow' })
    const outlines = async () => {
      const path = (await overview.locator('path').first().getAttribute('d')) ?? ''
      return [...path.matchAll(/M(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
    }
    await expect(overview).toBeVisible()
    expect(await outlines()).toHaveLength(200)

    await step(page, /^Step \d+ of 198/)
      .first()
      .focus()
    await page.keyboard.press('Shift+Alt+T')
    await expect.poll(async () => new Set((await outlines()).map(({ y }) => y)).size).toBe(1)
    const inOrder = () =>
      steps(page).evaluateAll((shown) => {
        const places = shown.map((one) => ({
          number: Number(/\d+/.exec(one.getAttribute('aria-label') ?? '')?.[0]),
          left: one.getBoundingClientRect().left,
        }))
        const sorted = places.toSorted((one, other) => one.number - other.number)
        return sorted.length > 3 && sorted.slice(1).every(({ left }, at) => left > (sorted[at]?.left ?? left))
      })
    await expect.poll(inOrder).toBe(true)
    await expect(overview).toBeVisible()
    await isSaved(page)
  })

  test('previews a table of 500 columns: each as wide as its neighbour, and the last one by scrolling', async ({
    page,
  }) => {
    const person = new Person(page)
    const call = await person.settlesIn()
    const { shop, warehouse } = await makeTwoDatabases(call)
    const columns = Array.from({ length: 500 }, (_, at) => `column_${at} int default ${at}`)
    await run(shop.url, `create table wide (${columns}); insert into wide select from generate_series(1, 50)`)
    const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
    const { id } = await call('POST', '/flows', { name: 'Wide', ...ends })
    await person.opens(`/floweditor/${id}`)
    await page.getByRole('group', { name: /^Source/ }).click()
    await page.getByRole('button', { name: 'Preview, SQL and log' }).click()

    const head = (at: number) => page.getByRole('columnheader', { name: `column_${at} integer`, exact: true })
    await expect(head(3)).toBeVisible({ timeout: 60_000 })
    const [first, second] = [await head(0).boundingBox(), await head(1).boundingBox()]
    expect(first?.width).toBeLessThan(250)
    expect(second?.width).toBe(first?.width)
    await page
      .getByRole('table')
      .last()
      .evaluate((table) => {
        if (table.parentElement) table.parentElement.scrollLeft = table.scrollWidth
      })
    await expect(head(499)).toBeInViewport()
  })

  test('has an outline with which the same can be done without seeing the picture', async ({ page }) => {
    await new Person(page).settlesInWithFlow()
    await page.getByRole('tab', { name: 'Outline' }).press('Enter')
    for (const name of ['limit', 'sort']) {
      await page.getByRole('button', { name: 'Add a step at the end' }).press('Enter')
      await adds(page, name)
      await page.getByRole('tab', { name: 'Outline' }).press('Enter')
    }

    await page.getByRole('button', { name: 'Move 2. Sort rows up' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Move 1. Sort rows up' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove 1. Sort rows' }).press('Enter')

    await expect(page.getByRole('button', { name: /^1\. Limit rows/ })).toBeFocused()
    await expect(steps(page)).toHaveCount(1)
    await isSaved(page)
  })

  test('loses nothing when the connection is lost, nor on a reload meanwhile', async ({ page }) => {
    await new Person(page).settlesInWithFlow()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.route('**/v1/organizations/*/flows/**', (route) =>
      /PATCH|PUT/.test(route.request().method()) ? route.abort() : route.continue(),
    )
    await page.getByLabel('Name of the flow').fill('Orders at night')
    await expect(page.getByText('Could not save')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
    await expect(page.getByLabel('Name of the flow')).toHaveValue('Orders at night')
    await expect(page.getByText('Could not save')).toBeVisible()

    await page.unroute('**/v1/organizations/*/flows/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await isSaved(page)
    await page.reload()
    await expect(page.getByLabel('Name of the flow')).toHaveValue('Orders at night')
    await expect(page.getByText('Your unsaved changes are back')).toBeHidden()
  })

  test('puts the changes of two tabs together', async ({ page, context }) => {
    await new Person(page).settlesInWithFlow()
    // A tab that hears of the other one takes its change over before there is a conflict.
    await page.route('**/v1/organizations/*/events*', (route) => route.abort())
    await page.reload()
    await expect(page.getByLabel('Name of the flow')).toBeVisible()
    const other = await context.newPage()
    await other.goto(page.url())
    await expect(other.getByLabel('Name of the flow')).toBeVisible()

    await other.getByLabel('Name of the flow').fill('Named in the other tab')
    await isSaved(other)
    await page.getByRole('switch', { name: 'Flow is switched on' }).click()
    await page.getByRole('button', { name: 'Keep both changes' }).click()

    await isSaved(page)
    await expect(page.getByLabel('Name of the flow')).toHaveValue('Named in the other tab')
    await expect(page.getByRole('switch', { name: 'Flow is switched on' })).not.toBeChecked()
  })

  test('runs the flow and shows at its ends what becomes of it', async ({ page }) => {
    const person = new Person(page)
    await person.settlesIn()
    await person.goesTo('Flows')
    await person.usesSampleData()
    await expect(page.getByLabel('Name of the flow')).toBeVisible()

    await page.keyboard.press('Control+Enter')

    const ends = [page.getByRole('group', { name: /^Source/ }), page.getByRole('group', { name: /^Destination/ })]
    for (const end of ends) {
      await expect(end.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
      await expect(end.getByText(/^[\d,]+ rows · /)).toBeVisible()
    }
  })
})
