import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type GoogleOauthStandIn, startGoogleOauth } from '../stand-ins/google-oauth.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('connecting a Google account', () => {
  let api: Api
  let google: GoogleOauthStandIn
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
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    google.grant = 'https://www.googleapis.com/auth/spreadsheets openid email'
  })

  async function setOut() {
    const started = await api.call('ada', 'GET', `${base}/integrations/google/auth/start?name=Sheets`)
    const cookie = started.headers.get('set-cookie') ?? ''
    return { url: started.body.auth_url as string, cookie: cookie.split(';')[0] ?? '', rules: cookie }
  }
  const comeBack = async (url: string, cookie: string) => {
    const { pathname, search } = new URL(url)
    const response = await api.fetch('nobody', pathname + search, { headers: { cookie } })
    return new URL(response.headers.get('location') ?? '', 'http://none').searchParams.get('google')
  }
  const integrations = async () => (await api.call('ada', 'GET', `${base}/integrations`)).body

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
    expect(rules).toMatch(/HttpOnly; SameSite=Lax/)
  })

  it('keeps the account as an integration, its token sealed and never shown', async () => {
    const { url, cookie } = await setOut()
    expect(await comeBack(google.agree(url), cookie)).toBe('connected')
    const [integration] = await integrations()
    expect(integration).toMatchObject({ name: 'Sheets', type: 'google_oauth', mergedIntegration: false })
    const details = await api.call('ada', 'GET', `${base}/integrations/${integration.id}/details`)
    expect(details.body.credentials).toMatchObject({ name: 'Sheets', refresh_token: '********' })
    const rows = await run<{ dump: string }>(
      api.storeUrl,
      `select string_agg(integrations::text, '') as dump from millrace.integrations`,
    )
    expect(rows[0]?.dump).not.toContain('1//')
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
    ['is in another browser', (url) => comeBack(url, 'millrace_google=someone-elses'), 'expired'],
    ['has no cookie', (url) => comeBack(url, ''), 'expired'],
    [
      'brings a state that nobody gave out',
      (url, cookie) => comeBack(url.replace(/state=[\w-]+/, 'state=made-up'), cookie),
      'expired',
    ],
    [
      'brings a code that Google did not give',
      (url, cookie) => comeBack(url.replace(/code=\w+/, 'code=stolen'), cookie),
      'refused',
    ],
  ])('refuses whoever %s', async (_, visit, outcome) => {
    const { url, cookie } = await setOut()
    expect(await visit(google.agree(url), cookie)).toBe(outcome)
    expect((await integrations()).length).toBeLessThanOrEqual(1)
  })

  it('says when the person did not grant access to spreadsheets', async () => {
    google.grant = 'openid email'
    const { url, cookie } = await setOut()
    expect(await comeBack(google.agree(url), cookie)).toBe('scope-missing')
    expect(await integrations()).toEqual([])
  })
})
