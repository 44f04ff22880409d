import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import { Person } from './support/person.ts'

test('rows that do not fit are explained, changed in place or by a click, and arrive', { tag: '@full' }, async ({
  page,
}) => {
  const person = new Person(page)
  const { flow, warehouse, call } = await person.settlesInWithFlow()
  await run(warehouse, 'create table products (id int primary key, name text, price numeric(4, 1))')
  const stream = { entity: 'public.products', target: 'public.products', mode: 'replace', on_invalid: 'reject' }
  const columns = ['id', 'name', 'price']
  await call('PATCH', `/flows/${flow}`, { config: { streams: [{ ...stream, columns }], transformations: [] } })
  const { run_id: runId } = await call('POST', `/flows/${flow}/run`, {})

  await person.opens(`/runs/${runId}?tab=rejects`)
  const causes = page.getByRole('list', { name: 'Why rows were rejected' })
  await expect(causes).toContainText('price accepts 3 digits before the point and 1 after it', { timeout: 30_000 })
  const price = causes.getByRole('listitem').filter({ hasText: 'price accepts' })
  const before = await run<{ count: number }>(warehouse, 'select count(*)::int from products')

  const cell = price.getByRole('button', { name: /^price, row/ }).first()
  await cell.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1.5')
  await page.keyboard.press('Enter')
  await expect(price.getByRole('button', { name: /^price, row [\d,]+: 1\.5$/ })).toHaveAttribute('title', /^Before: /)
  await price.getByRole('checkbox', { name: /^Row / }).first().check({ force: true })
  await price.getByRole('button', { name: 'Send chosen rows' }).click()
  const news = page.getByRole('status').filter({ hasText: 'Open the run' })
  await expect(news).toContainText('1 row has arrived.', { timeout: 30_000 })
  await expect(price.getByRole('button', { name: /: 1\.5$/ })).toHaveCount(0)
  expect(await run(warehouse, 'select count(*)::int from products where price = 1.5')).toEqual([{ count: 1 }])

  await price.getByRole('checkbox', { name: /^Row / }).first().check({ force: true })
  await price.getByRole('button', { name: 'Send chosen rows' }).click()
  // That run succeeds: of what it was for, nothing has arrived.
  await expect(news).toContainText('0 rows have arrived.', { timeout: 30_000 })
  await expect(news.getByRole('link', { name: '1 row was rejected again' })).toBeVisible()

  await price.getByRole('button', { name: 'Make the column numeric(10,2)' }).click()
  await page.getByRole('button', { name: 'Change and send' }).click()
  await expect(page.getByText('None are left')).toBeVisible({ timeout: 30_000 })
  const after = await run<{ count: number }>(warehouse, 'select count(*)::int from products')
  expect(after[0]?.count).toBeGreaterThan((before[0]?.count ?? 0) + 1)
})
