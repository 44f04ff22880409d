import { expect, it } from 'vitest'

import { makeAcceptInvite } from '../invitations/accept-invite.ts'
import { makeLoadPreferences } from '../preferences/load-preferences.ts'
import { ok } from '../result.ts'
import { announced, announcedAll, made } from './recipe.ts'

it('names what it needs, and what tells of its outcome', () => {
  expect(made(makeLoadPreferences, ['preferences']).needs).toEqual(['preferences'])
  expect(announced(makeAcceptInvite, ['invitations', 'listOrganizations']).needs).toEqual([
    'invitations',
    'listOrganizations',
    'announce',
  ])
})

it('does not compile where a need is missing', () => {
  // @ts-expect-error: nothing provides `listOrganizations`
  announced(makeAcceptInvite, ['invitations'])
  const table = { listNothing: (deps: { readonly flows: object }) => async () => ok(deps.flows) }
  // @ts-expect-error: the area does not list `flows`
  announcedAll(table, ['organization'])
})
