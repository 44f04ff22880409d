import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type GoogleOauthStandIn, startGoogleOauth } from '../../src/stand-ins/google-oauth.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('connecting a Google account', () => {
  let api: Api
  let google: GoogleOauthStandIn
  let organization: string
  let base: string

  beforeAll(async () => {
    google = await startGoogleOauth()
    const environment = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_BASE_URL: google.baseUrl }
    api = await startApi({ takesRuns: false, environment })
  })
  afterAll(async () => {
    await api.stop()
    await google.stop()
  })
  beforeEach(async () => {
    organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
    Object.assign(google.settings, {
      grant: 'https://www.googleapis.com/auth/spreadsheets openid email',
      email: 'ada@gmail.test',
    })
  })

  async function setOut(again?: string) {
    const query = again === undefined ? 'name=Sheets' : `integration_id=${again}`
    const started = await api.call('ada', 'GET', `${base}/integrations/google/auth/start?${query}`)
    const cookie = started.headers.get('set-cookie') ?? ''
    return { url: started.body.auth_url as string, cookie: cookie.split(';')[0] ?? '', rules: cookie }
  }
  const comeBack = async (url: string, cookie: string) => {
    const { pathname, search } = new URL(url)
    const response = await api.fetch(null, pathname + search, { headers: { cookie } })
    expect(response.headers.get('location')).toMatch(/^http:\/\/api\.test\/integrations\?google=[a-z-]+$/)
    return new URL(response.headers.get('location') ?? '').searchParams.get('google')
  }
  const integrations = async () => (await api.call('ada', 'GET', `${base}/integrations`)).body
  const connected = async () => {
    const { url, cookie } = await setOut()
    expect(await comeBack(google.agree(url), cookie)).toBe('connected')
    return (await integrations())[0].id as string
  }

  it('asks Google for spreadsheets, offline, with a state and a challenge', async () => {
    const { url, rules } = await setOut()
    const asked = new URL(url).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'client',
      redirect_uri: 'http://api.test/v1/integrations/google/auth/callback',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      scope: expect.stringContaining('auth/spreadsheets'),
    })
    expect(asked.get('state')).toMatch(/^[\w-]{43}$/)
    expect(rules).toMatch(/Path=\/; HttpOnly; SameSite=Lax/)
  })

  it('keeps the account as an integration, its token sealed and never shown', async () => {
    const id = await connected()
    expect((await integrations())[0]).toMatchObject({
      name: 'Sheets',
      type: 'google_oauth',
      mergedIntegration: false,
      reconnect_needed: false,
    })
    const details = await api.call('ada', 'GET', `${base}/integrations/${id}/details`)
    expect(details.body.credentials).toMatchObject({ name: 'Sheets', refresh_token: '********' })
    const rows = await run<{ dump: string }>(
      api.storeUrl,
      `select string_agg(integrations::text, '') as dump from millrace.integrations`,
    )
    expect(google.alive.size).toBeGreaterThan(0)
    for (const token of google.alive) {
      for (const text of [rows[0]?.dump, api.logged.join('\n')]) expect(text).not.toContain(token)
    }
  })

  it('tells a cancelled consent from an expired one', async () => {
    const cancelled = await setOut()
    const state = new URL(cancelled.url).searchParams.get('state') ?? ''
    const back = `http://api.test/v1/integrations/google/auth/callback?error=access_denied&state=${state}`
    expect(await comeBack(back, cancelled.cookie)).toBe('cancelled')

    const late = await setOut()
    await run(api.storeUrl, `update millrace.google_consents set created_at = now() - interval '11 minutes'`)
    expect(await comeBack(google.agree(late.url), late.cookie)).toBe('expired')
    expect(await integrations()).toEqual([])
  })

  it.each<[string, (url: string, cookie: string) => Promise<string | null>, string]>([
    ['comes back twice', (url, cookie) => comeBack(url, cookie).then(() => comeBack(url, cookie)), 'expired'],
    ['is in another browser', (url) => comeBack(url, 'millrace-google-someone=else'), 'other-browser'],
    [
      'brings the cookie of another consent',
      (url, cookie) => comeBack(url, cookie.replace(/=.*/, `=${'x'.repeat(43)}`)),
      'other-browser',
    ],
    ['has no cookie', (url) => comeBack(url, ''), 'other-browser'],
    [
      'brings a state that nobody gave out',
      (url, cookie) => comeBack(url.replace(/state=[\w-]+/, 'state=made-up'), cookie),
      'expired',
    ],
    ['brings no state', (url, cookie) => comeBack(url.replace(/state=[\w-]+/, ''), cookie), 'expired'],
    [
      'brings a code that Google did not give',
      (url, cookie) => comeBack(url.replace(/code=\w+/, 'code=stolen'), cookie),
      'refused',
    ],
    [
      'brings the answer of another issuer',
      (url, cookie) => comeBack(`${url}&iss=https%3A%2F%2Fevil.example`, cookie),
      'refused',
    ],
    [
      'has lost the right to connect meanwhile',
      async (url, cookie) => {
        await run(api.storeUrl, `update millrace.memberships set roles = '{editor}' where organization_id = $1`, [
          organization,
        ])
        return comeBack(url, cookie)
      },
      'not-allowed',
    ],
    [
      'is no member any more',
      async (url, cookie) => {
        await run(api.storeUrl, 'update millrace.memberships set user_uid = $2 where organization_id = $1', [
          organization,
          await another(),
        ])
        return comeBack(url, cookie)
      },
      'not-allowed',
    ],
  ])('refuses whoever %s', async (_, visit, outcome) => {
    const { url, cookie } = await setOut()
    expect(await visit(google.agree(url), cookie)).toBe(outcome)
    const kept = await run(api.storeUrl, 'select from millrace.integrations where organization_id = $1', [organization])
    expect(kept).toHaveLength(visit.toString().includes('.then(') ? 1 : 0)
  })

  async function another(): Promise<string> {
    await api.call('bob', 'POST', '/v1/users/sync-profile')
    return 'bob'
  }

  it('leads nowhere else afterwards, whatever the way back asks for', async () => {
    const { url, cookie } = await setOut()
    expect(await comeBack(`${google.agree(url)}&next=//evil.example&redirect_uri=//evil.example`, cookie)).toBe(
      'connected',
    )
  })

  it('lets two consents be under way in one browser', async () => {
    const [first, second] = [await setOut(), await setOut()]
    const cookies = `${first.cookie}; ${second.cookie}`
    expect(await comeBack(google.agree(first.url), cookies)).toBe('connected')
    expect(await comeBack(google.agree(second.url), cookies)).toBe('connected')
  })

  it('says when the person did not grant access to spreadsheets', async () => {
    google.settings.grant = 'openid email'
    const { url, cookie } = await setOut()
    expect(await comeBack(google.agree(url), cookie)).toBe('scope-missing')
    expect(await integrations()).toEqual([])
  })

  it('gives the consent back when the integration is deleted permanently, and not before', async () => {
    const before = new Set(google.alive)
    const id = await connected()
    const [token = ''] = [...google.alive].filter((known) => !before.has(known))
    const remove = async (path: string) => expect((await api.call('ada', 'DELETE', path)).status).toBe(204)
    await remove(`${base}/integrations/${id}`)
    expect((await api.call('ada', 'POST', `${base}/trash/${id}/restore`)).status).toBe(200)
    await remove(`${base}/integrations/${id}`)
    expect(google.alive.has(token)).toBe(true)
    await remove(`${base}/trash/${id}`)
    expect(google.alive.has(token)).toBe(false)
  })

  it('can be renamed with what was shown, and keeps its token', async () => {
    const id = await connected()
    const path = `${base}/integrations/${id}`
    const { credentials } = (await api.call('ada', 'GET', `${path}/details`)).body
    const renamed = await api.call('ada', 'PATCH', path, { credentials: { ...credentials, name: 'Marketing' } })
    expect(renamed.status).toBe(200)
    expect((await api.call('ada', 'GET', `${path}/details`)).body.credentials).toEqual({
      ...credentials,
      name: 'Marketing',
    })
    expect(await api.call('ada', 'PATCH', path, { credentials: { refresh_token: '1//mine' } })).toMatchObject({
      status: 422,
      body: { message: 'Unknown field "refresh_token"' },
    })
  })

  describe('that Google withdrew', () => {
    let integration: string
    let connection: string

    beforeEach(async () => {
      integration = await connected()
      const draft = {
        name: 'Orders',
        type: 'google_sheets',
        integration_id: integration,
        config: { spreadsheet_id: '1aBcD3FgHiJkLmNoPqRsTuVwXyZ0123456789abcdefg' },
      }
      connection = (await api.call('ada', 'POST', `${base}/connections`, draft)).body.id
      google.withdraw()
    })

    it.each([
      ['a test', () => api.call('ada', 'POST', `${base}/connections/${connection}/test`)],
      ['a discovery', () => api.call('ada', 'POST', `${base}/connections/${connection}/discover`)],
      [
        'a test before saving',
        () =>
          api.call('ada', 'POST', `${base}/connections/test`, {
            type: 'google_sheets',
            integration_id: integration,
            config: { spreadsheet_id: '1aBcD3FgHiJkLmNoPqRsTuVwXyZ0123456789abcdefg' },
          }),
      ],
    ])('is noticed by %s, and says so on the integration', async (_, notice) => {
      expect(await notice()).toMatchObject({
        status: 422,
        body: { code: 'REAUTH_REQUIRED', message: expect.stringContaining('“Sheets”') },
      })
      expect((await integrations())[0]).toMatchObject({ id: integration, reconnect_needed: true })
    })

    it('is connected again by the same account, and is the same integration', async () => {
      await api.call('ada', 'POST', `${base}/connections/${connection}/test`)
      const { url, cookie } = await setOut(integration)
      expect(new URL(url).searchParams.get('login_hint')).toBe('ada@gmail.test')
      expect(await comeBack(google.agree(url), cookie)).toBe('connected')
      expect(await integrations()).toMatchObject([{ id: integration, name: 'Sheets', reconnect_needed: false }])
      const again = await api.call('ada', 'POST', `${base}/connections/${connection}/test`)
      expect(again.body.code).not.toBe('REAUTH_REQUIRED')
    })

    it('is not connected again by another account', async () => {
      await api.call('ada', 'POST', `${base}/connections/${connection}/test`)
      google.settings.email = 'mallory@gmail.test'
      const { url, cookie } = await setOut(integration)
      expect(await comeBack(google.agree(url), cookie)).toBe('other-account')
      expect(await integrations()).toMatchObject([{ reconnect_needed: true }])
    })

    it('is not for other organizations to connect again', async () => {
      const other = await api.organizationOf('mallory')
      const start = (id: string) =>
        api.call('mallory', 'GET', `/v1/organizations/${other}/integrations/google/auth/start?integration_id=${id}`)
      const foreign = await start(integration)
      expect(foreign).toMatchObject({ status: 422, body: { message: 'Integration not found' } })
      expect((await start(crypto.randomUUID())).body).toEqual(foreign.body)
    })
  })
})
