import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { type SmtpStandIn, startSmtp } from '../stand-ins/smtp.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const GERMAN_SUBJECT = 'Einladung zu Analytical Engines auf Millrace'

let api: Api
let smtp: SmtpStandIn
let base: string

beforeAll(async () => {
  smtp = await startSmtp()
  const environment = { SMTP_URL: `${smtp.url}?from=millrace@example.com`, PUBLIC_URL: 'https://millrace.example.com' }
  api = await startApi({ takesRuns: false, environment })
})
afterAll(async () => {
  await api.stop()
  await smtp.stop()
})
beforeEach(async () => {
  smtp.mails.length = 0
  base = `/v1/organizations/${await api.organizationOf('ada', 'Analytical Engines')}`
})

const invite = (email: string) => api.call('ada', 'POST', `${base}/invitations`, { email, roles: ['viewer'] })

it('an invitation is mailed with its link, and mailed again with a new one', async () => {
  const { body } = await invite('bob@example.com')
  const again = await api.call('ada', 'POST', `${base}/invitations/${body.id}/resend`)

  expect([body.mailed, again.body.mailed]).toEqual([true, true])
  expect(smtp.mails.map(({ to }) => to)).toEqual([['bob@example.com'], ['bob@example.com']])
  expect(smtp.mails[0]?.text).toMatch(/^Subject: Join Analytical Engines on Millrace$/m)
  const links = [body.url, again.body.url].map((url) => new URL(url))
  expect(links[0]?.searchParams.get('token')).not.toBe(links[1]?.searchParams.get('token'))
  for (const [index, { origin, searchParams }] of links.entries()) {
    expect(origin).toBe('https://millrace.example.com')
    // Long lines are folded on the way.
    expect(smtp.mails[index]?.text.replace(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(searchParams.get('token'))
  }
})

it('an invitation is written in the language of the invited, else of the inviter, else in English', async () => {
  const invitedBy = async (language: string | undefined) => {
    if (language) await api.call('ada', 'PATCH', '/v1/users/me', { language })
    smtp.mails.length = 0
    for (const email of ['new@example.com', 'carla@example.com'])
      expect((await api.call('ada', 'POST', `${base}/invitations`, { email, roles: ['viewer'] })).status).toBe(201)
    await run(api.storeUrl, 'delete from millrace.invitations')
    return smtp.mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
  }
  const authorization = `Bearer ${await api.mint.mint({ sub: 'carla', email: 'carla@example.com', email_verified: true })}`
  await api.call(null, 'POST', '/v1/users/sync-profile', undefined, {
    authorization,
    'accept-language': 'fr, de-CH;q=0.9',
  })

  expect(await invitedBy(undefined)).toEqual(['Join Analytical Engines on Millrace', GERMAN_SUBJECT])
  expect(await invitedBy('de')).toEqual([GERMAN_SUBJECT, GERMAN_SUBJECT])
  // What somebody has chosen is not changed by their browser.
  await api.call(null, 'PATCH', '/v1/users/me', { language: 'en' }, { authorization })
  await api.call(null, 'POST', '/v1/users/sync-profile', undefined, { authorization, 'accept-language': 'de' })
  expect(await invitedBy(undefined)).toEqual([GERMAN_SUBJECT, 'Join Analytical Engines on Millrace'])
})

it.each(['Evil\r\nBcc: all@example.com', 'Evil\u2028Bcc: all@example.com', 'Evil\u0000'])(
  'a name cannot become a header or a second recipient (%j)',
  async (name) => {
    const renamed = await api.call('ada', 'PUT', base, { name })
    const authorization = `Bearer ${await api.mint.mint({ sub: 'ada', name })}`
    await api.call(
      null,
      'POST',
      `${base}/invitations`,
      { email: 'bob@example.com', roles: ['viewer'] },
      { authorization },
    )
    expect([200, 400, 422]).toContain(renamed.status)
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.to).toEqual(['bob@example.com'])
    const [head = ''] = smtp.mails[0]?.text.split('\r\n\r\n') ?? []
    expect(head).not.toMatch(/^Bcc:/im)
  },
)

it.each([
  'bob@example.com, eve@example.com',
  'bob@example.com; eve@example.com',
  'bob@example.com\r\nRCPT TO:<eve@example.com>',
  '"bob <eve@example.com>"@example.com',
  '<script>@example.com',
  'bob',
])('%j is no one address, and nothing is sent', async (email) => {
  expect(await invite(email)).toMatchObject({ status: 422, body: { details: { field: 'email' } } })
  expect(smtp.mails).toEqual([])
})
