import { expect, it } from 'vitest'

import { accountOf } from './account-of.ts'

it('an error names the account: the user of a database, the address of a Google account, that of a service account', () => {
  const key = JSON.stringify({ client_email: 'loader@shop.iam.gserviceaccount.com', private_key: 'secret' })

  expect(accountOf({ integration: 'postgres', credentials: { user: 'reader', password: 'p' } })).toBe('reader')
  expect(accountOf({ integration: 'google_oauth', credentials: { name: 'Sheets', email: 'ada@example.com' } })).toBe(
    'ada@example.com',
  )
  expect(accountOf({ integration: 'gcp', credentials: { service_account_key: key } })).toBe(
    'loader@shop.iam.gserviceaccount.com',
  )
})

it('credentials that are only a key have no name, and an unreadable key has none either', () => {
  expect(accountOf({ integration: 'metronome', credentials: { api_key: 'secret' } })).toBeUndefined()
  expect(accountOf({ integration: 'gcp', credentials: { service_account_key: 'not JSON' } })).toBeUndefined()
  expect(accountOf({ integration: 'gcp', credentials: { service_account_key: 'null' } })).toBeUndefined()
})
