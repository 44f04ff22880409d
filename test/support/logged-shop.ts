import { afterAll, beforeAll } from 'vitest'

import { startShop } from './shop.ts'
import { newStore } from './start-api.ts'

/** Settings of a Postgres whose log mirrors can follow. */
export const LOGICAL = { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20' }

export type Shop = Awaited<ReturnType<typeof startShop>>

/** Starts a shop whose databases mirrors can follow, for the tests of a file. @param use called with it before the first */
export function givenLoggedShop(
  use: (shop: Shop) => void,
  options: Omit<Parameters<typeof startShop>[0], 'beside'> = {},
) {
  let store: Awaited<ReturnType<typeof newStore>> | undefined
  let shop: Shop | undefined
  beforeAll(async () => {
    store = await newStore({ settings: LOGICAL })
    shop = await startShop({ ...options, beside: store })
    use(shop)
  })
  afterAll(async () => {
    await shop?.api.stop()
    await store?.postgres.stop()
  })
}
