import { readFile } from 'node:fs/promises'

import type { SqlConnection } from './connected.ts'

/** Creates the shop's tables and rows in one transaction, unless they exist. */
export async function fillShop(shop: SqlConnection): Promise<void> {
  const [found] = await shop.query<{ filled: boolean }>("select to_regclass('public.events') is not null as filled")
  if (found?.filled) return
  const sql = await readFile(new URL('shop.sql', import.meta.url), 'utf8')
  await shop.query(`begin; ${sql}; commit; analyze`)
}
