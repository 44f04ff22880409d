import { expect, test } from '@playwright/test'

import { run } from '../test/support/run-sql.ts'
import type { Call } from './support/make-account.ts'
import { Person } from './support/person.ts'
import { makeTwoDatabases } from './support/two-databases.ts'

/** Two databases of its own, the first with tables that refer to each other, and a flow that moves all of them. */
async function givenShop(call: Call) {
  const { shop, warehouse } = await makeTwoDatabases(call)
  await run(
    shop.url,
    `create table customers (id serial primary key, mail text not null constraint one_mail unique);
     create table orders (id serial primary key, customer int not null constraint of_customer references customers, amount numeric(9,2) default 0 check (amount >= 0));
     create index by_amount on orders (amount desc) where amount > 10;
     create view best_customers as select c.mail, sum(o.amount) as total from customers c join orders o on o.customer = c.id group by c.mail;
     create function twice(n numeric) returns numeric language sql immutable as 'select n * 2';
     create view doubled as select id, twice(amount) as amount from orders;
     comment on table orders is 'what was sold';
     insert into customers (mail) values ('ada@example.com'), ('ben@example.com');
     insert into orders (customer, amount) values (1, 20), (2, 30)`,
  )
  const ends = { source_connection: { id: shop.id }, destination_connection: { id: warehouse.id } }
  const { id } = await call('POST', '/flows', { name: 'Whole shop', ...ends, config: { streams: [] } })
  return { flow: id, warehouse: warehouse.url }
}

test('a whole database arrives with its structure, and the report names what cannot come', { tag: '@full' }, async ({
  page,
}) => {
  const person = new Person(page)
  const call = await person.settlesIn()
  const { flow, warehouse } = await givenShop(call)

  await person.opens(`/floweditor/${flow}?dialog=structure`)
  const dialog = page.getByRole('dialog', { name: 'Structure' })
  await dialog.getByText('The structure too').click()
  await expect(
    dialog.getByText('It needs the function public.twice(numeric), which the destination does not have.'),
  ).toBeVisible()
  await dialog.getByText('Comes along (').click()
  await expect(dialog.getByText('public.orders · of_customer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await person.goesTo('Runs')
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Whole shop' }).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Structure' }).click()
  await page.getByText('Built (').click()
  await expect(page.getByText('public.orders · by_amount')).toBeVisible()

  await run(warehouse, `insert into orders (customer, amount) values (1, 5)`)
  expect(await run(warehouse, 'select mail, total::int from best_customers order by 1')).toEqual([
    { mail: 'ada@example.com', total: 25 },
    { mail: 'ben@example.com', total: 30 },
  ])
  await expect(run(warehouse, 'insert into orders (customer) values (77)')).rejects.toThrow('of_customer')
})
