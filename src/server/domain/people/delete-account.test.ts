import { expect, it } from 'vitest'

import { deleteAccount } from './delete-account.ts'

it('wants a sign-in of the last five minutes, before anything is touched', async () => {
  const ada = { uid: 'ada', emailVerified: true, signedInAt: 1_000, expiresAt: 4_600 }
  const untouched = () => Promise.reject(new Error('the store was asked'))

  await expect(deleteAccount(untouched, ada, [], 1_301_000)).rejects.toMatchObject({
    kind: 'forbidden',
    code: 'SIGN_IN_AGAIN',
  })
  await expect(deleteAccount(untouched, ada, [], 1_300_000)).rejects.toThrow('the store was asked')
})
