import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { countsClicks } from './support/counts-clicks.ts'
import { Person } from './support/person.ts'

test('a filter, a join and a query with their preview take at most 12 clicks', async ({ page }) => {
  const person = new Person(page)
  const { flow, call } = await person.settlesInWithFlow()
  const streams = ['orders', 'customers'].map((name) => ({ entity: `public.${name}`, mode: 'replace' }))
  await call('PATCH', `/flows/${flow}`, { config: { streams, transformations: [] } })
  await person.opens(`/floweditor/${flow}`)
  await expect(page.getByLabel('Name of the flow')).toBeVisible()
  const clicks = await countsClicks(page)
  const opensLists = { count: 0 }
  const adds = async (step: string) => {
    await page.getByRole('button', { name: 'Add step' }).first().click()
    await page.getByRole('dialog', { name: 'Add a step' }).getByRole('searchbox').fill(step)
    await page.keyboard.press('Enter')
  }
  /** A list is opened by a click, which a script does not make, and its entry chosen by typing. */
  const fills = async (label: string, value: string) => {
    const field = page.getByLabel(label, { exact: true }).first()
    if (await field.evaluate(({ tagName }) => tagName === 'SELECT')) {
      await field.selectOption(value)
      opensLists.count++
      return
    }
    await field.click()
    await field.fill(value)
  }

  /** On a busy machine other calls may still be under way; the keyboard tries again, which is no click. */
  const previews = (column: string) =>
    expect(async () => {
      const again = page.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.press('Enter')
      await expect(page.getByRole('columnheader', { name: new RegExp(`^${column} `) })).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 80_000 })

  await adds('filter')
  await fills('For', 'public.orders')
  await page.getByRole('radio', { name: 'SQL' }).check()
  await fills('Keep rows where', 'id > 0')
  await previews('customer_id')

  // What comes behind a step for one table is for that table.
  await adds('join')
  await fills('Other table', 'public.customers')
  await fills('Column', 'customer_id')
  await fills('Column of the other table', 'id')
  await previews('email')

  await adds('sql')
  await fills('Query', 'select id, customer_id from input')
  await previews('customer_id')

  const counted = (await clicks()) + opensLists.count
  test.info().annotations.push({ type: 'clicks', description: String(counted) })
  expect(counted).toBeLessThanOrEqual(12)
})

test('3,000 tables are opened, searched and put back in a moment', async ({ page }) => {
  const person = new Person(page)
  const { flow, warehouse, source, call } = await person.settlesInWithFlow()
  const many = 'do $$ begin for n in 1..3000 loop execute format(%L, n); end loop; end $$'
  await run(warehouse, many.replace('%L', `'create table many_%s (id int primary key, note text)'`))
  const { pathname, hostname, port, username, password } = new URL(warehouse)
  const place = { host: hostname, port: Number(port), user: username, password, dbname: pathname.slice(1) }
  const integration = await call('POST', '/integrations', {
    name: 'Many',
    type: 'postgres',
    credentials: { ...place, sslmode: 'disable' },
  })
  const from = await call('POST', '/connections', {
    name: 'Many',
    type: 'postgres',
    capability: 'source',
    integration_id: integration.id,
    config: {},
  })
  await call('PATCH', `/flows/${flow}`, { source_connection: { id: from.id } })
  expect(source).not.toBe(from.id)
  const measured = async (what: string, work: () => Promise<void>) => {
    const begun = performance.now()
    await work()
    const seconds = (performance.now() - begun) / 1_000
    test.info().annotations.push({ type: what, description: `${seconds.toFixed(2)} s` })
    return seconds
  }
  const sheet = page.getByRole('region', { name: 'Tables of the flow' })
  const opened = await measured('open', async () => {
    await person.opens(`/floweditor/${flow}?dialog=tables`)
    await expect(sheet.getByText('public.many_1', { exact: true })).toBeVisible({ timeout: 30_000 })
  })
  const searched = await measured('search', async () => {
    await sheet.getByRole('searchbox').fill('many_2999')
    await expect(sheet.getByText('public.many_2999', { exact: true })).toBeVisible()
  })
  await sheet.getByRole('searchbox').fill('')
  await sheet.getByRole('button', { name: 'Choose all' }).click()
  const none = await measured('none', async () => {
    await sheet.getByRole('button', { name: 'Choose none' }).click()
    await expect(sheet.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
  // Several times what it takes on a machine that has nothing else to do.
  expect([opened < 20, searched < 5, none < 8]).toEqual([true, true, true])
})
