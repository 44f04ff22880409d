import { expect, it } from 'vitest'

import { isAllowed } from './permissions.ts'
import { type Act, permissionsFor } from './permissions-for.ts'

const ACTS: readonly Act[] = ['create', 'clone', 'change', 'delete', 'restore', 'delete-permanently']

it('lets editors do with a connection whatever leaves credentials as they are', () => {
  const mayEditor = (ownsCredentials: boolean, act: Act) =>
    permissionsFor('connection', { ownsCredentials }, act).every((permission) => isAllowed(['editor'], permission))
  expect(ACTS.filter((act) => mayEditor(false, act))).toEqual(ACTS)
  expect(ACTS.filter((act) => mayEditor(true, act))).toEqual(['change'])
})
