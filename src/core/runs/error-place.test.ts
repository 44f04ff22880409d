import { describe, expect, it } from 'vitest'

import type { Connection } from '../connections/connection.ts'
import { errorPlace } from './error-place.ts'
import type { RunError } from './run.ts'

const shop: Connection = {
  id: 'shop',
  name: 'Shop',
  type: 'postgres',
  capability: 'both',
  integrationId: 'shop-login',
  config: {},
}
const sheet: Connection = { ...shop, id: 'sheet', type: 'google_sheets', integrationId: 'google' }

const placeOf = (error: Partial<RunError>) => errorPlace({ code: 'X', message: 'No.', ...error }, [shop, sheet])

describe('an error leads', () => {
  it('to the step that it names', () => {
    expect(placeOf({ fix: 'rows', node: 't1', connectionId: 'shop' })).toEqual({ kind: 'step', node: 't1' })
  })

  it('to the tables of the flow', () => {
    expect(placeOf({ fix: 'stream', connectionId: 'shop' })).toEqual({ kind: 'streams' })
    expect(placeOf({ fix: 'step' })).toEqual({ kind: 'streams' })
  })

  it('to the SQL around the rows', () => {
    for (const code of ['SQL_BEFORE_FAILED', 'SQL_AFTER_FAILED'])
      expect(placeOf({ code, fix: 'stream', connectionId: 'shop' })).toEqual({ kind: 'sql' })
  })

  it('to the structure that comes along', () => {
    expect(placeOf({ code: 'STRUCTURE_FAILED', fix: 'stream' })).toEqual({ kind: 'structure' })
  })

  it('to the field of a connection that owns its credentials', () => {
    expect(placeOf({ fix: 'credentials', field: 'password', connectionId: 'shop' })).toEqual({
      kind: 'connection',
      connection: shop,
      dialog: 'edit',
      field: 'password',
    })
  })

  it('to the field of a connection, or to the integration that it shares with others', () => {
    expect(placeOf({ fix: 'connection', field: 'spreadsheet_id', connectionId: 'sheet' })).toMatchObject({
      kind: 'connection',
      field: 'spreadsheet_id',
    })
    expect(placeOf({ fix: 'credentials', field: 'spreadsheet_id', connectionId: 'sheet' })).toMatchObject({
      kind: 'connection',
    })
    expect(placeOf({ fix: 'credentials', connectionId: 'sheet' })).toEqual({
      kind: 'integration',
      integrationId: 'google',
      dialog: 'edit',
    })
    expect(placeOf({ code: 'REAUTH_REQUIRED', fix: 'credentials', connectionId: 'sheet' })).toMatchObject({
      dialog: 'reconnect',
    })
  })

  it('to a test of the connection where the other system has to be looked after', () => {
    expect(placeOf({ fix: 'permission', field: 'user', connectionId: 'shop' })).toEqual({
      kind: 'connection',
      connection: shop,
      dialog: 'test',
    })
    expect(placeOf({ fix: 'system', connectionId: 'shop' })).toMatchObject({ dialog: 'test' })
  })

  it('to the budget that is spent', () => {
    expect(placeOf({ code: 'BUDGET_SPENT', fix: 'stream' })).toEqual({ kind: 'budget' })
    const budget = { of: 'organization', kind: 'rows', needed: 6 } as const
    const place = placeOf({ code: 'BUDGET_TOO_SMALL', fix: 'stream', budget })
    expect(place).toEqual({ kind: 'organization-budget' })
  })

  it('nowhere where nothing is to be mended here', () => {
    expect(placeOf({ fix: 'wait', connectionId: 'shop' })).toBeUndefined()
    expect(placeOf({ fix: 'credentials', connectionId: 'gone' })).toBeUndefined()
    expect(placeOf({})).toBeUndefined()
  })
})
