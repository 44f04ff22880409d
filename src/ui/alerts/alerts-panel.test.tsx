import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryAlertRepository } from '../../adapters/memory/organizations/memory-alert-repository.ts'
import type { AlertChannelDraft } from '../../core/alerts/alert-channel.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'

const ADDRESS = '/organization-settings?section=alerts'
const WEBHOOK: AlertChannelDraft = {
  kind: 'webhook',
  url: 'https://hooks.example.com/millrace',
  recipients: [],
  events: ['failed'],
  rejectsAbove: 0,
}

async function alertsOf(...drafts: AlertChannelDraft[]) {
  const alerts = new MemoryAlertRepository()
  for (const draft of drafts) await alerts.create('org-1', draft)
  return alerts
}

it('adds a webhook, and shows its secret once', async () => {
  const alerts = await alertsOf()
  const user = userEvent.setup()
  await renderApp({ alerts }, ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }))

  const dialog = await screen.findByRole('dialog')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Kind' }), 'Webhook')
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'http://hooks.example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByRole('alert').textContent).toContain('Enter an https:// address')
  await user.clear(within(dialog).getByRole('textbox', { name: 'Address' }))
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'https://hooks.example.com/millrace')
  await user.click(within(dialog).getByRole('checkbox', { name: 'has rejected more rows than before' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveProperty('value', 'whsec_shown-once')
  expect(await alerts.list('org-1')).toMatchObject({
    value: { channels: [{ events: ['failed', 'recovered', 'late', 'rejected'], rejectsAbove: 1 }] },
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('textbox', { name: 'Secret' })).toBeNull()
})

it('adds PagerDuty with its usual address, and asks for the key', async () => {
  const alerts = await alertsOf()
  const user = userEvent.setup()
  await renderApp({ alerts }, `${ADDRESS}&dialog=add`)
  const dialog = await screen.findByRole('dialog')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Kind' }), 'PagerDuty')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByRole('alert').textContent).toContain('Enter the integration key')
  await user.type(within(dialog).getByLabelText('Integration key'), 'R0UT1NG')
  await user.click(within(dialog).getByRole('checkbox', { name: 'has succeeded: every time' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('PagerDuty')).toBeTruthy()
  const listed = await alerts.list('org-1')
  const channel = listed.ok ? listed.value.channels[0] : undefined
  expect(channel).toMatchObject({ kind: 'pagerduty', url: 'https://events.pagerduty.com/v2/enqueue' })
  expect(channel).not.toHaveProperty('key')
})

it('adds a data catalogue, which is told the lineage of every run and needs no key', async () => {
  const alerts = await alertsOf()
  const user = userEvent.setup()
  await renderApp({ alerts }, `${ADDRESS}&dialog=add`)
  const dialog = await screen.findByRole('dialog')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Kind' }), 'OpenLineage (data catalogue)')
  expect(within(dialog).queryByRole('checkbox', { name: 'has failed' })).toBeNull()
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'http://marquez:5000')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))

  const row = await screen.findByRole('row', { name: /marquez:5000.*Lineage.*All flows/ })
  expect(row.textContent).toContain('OpenLineage')
  expect(await alerts.list('org-1')).toMatchObject({ value: { channels: [{ events: ['lineage'], rejectsAbove: 0 }] } })
})

it('says that this server sends no e-mail', async () => {
  const alerts = await alertsOf()
  alerts.emailAvailable = false
  await renderApp({ alerts }, `${ADDRESS}&dialog=add`)
  expect(await screen.findByText(/SMTP_URL/)).toBeTruthy()
})

it('shows what the receiver of a test said', async () => {
  const alerts = await alertsOf(WEBHOOK)
  alerts.reply = { state: 'given-up', status: 503, answer: 'closed for lunch' }
  const user = userEvent.setup()
  await renderApp({ alerts }, ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))

  expect((await screen.findByRole('alert')).textContent).toContain('503 · closed for lunch')
  const sent = await screen.findByRole('table', { name: 'What was sent' })
  expect(within(sent).getByRole('row', { name: /Test.*hooks\.example\.com.*Given up/ })).toBeTruthy()
})

it('shows what was sent and what came back, and sends it again', async () => {
  const alerts = await alertsOf(WEBHOOK, { ...WEBHOOK, url: 'https://other.example.com/' })
  await alerts.test('org-1', 'channel-1')
  alerts.body = '{"type":"test"}'
  const user = userEvent.setup()
  await renderApp({ alerts }, ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Details: Test message' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Test message' }))
  expect((await dialog.findByRole('region', { name: 'Body' })).textContent).toContain('"type": "test"')
  alerts.reply = { state: 'given-up', status: 503, answer: 'closed for lunch' }
  await user.click(dialog.getByRole('button', { name: 'Send again' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('503 · closed for lunch')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findAllByRole('button', { name: 'Details: Test message' })).toHaveLength(2)

  await user.click(screen.getByRole('button', { name: 'More for other.example.com' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show its messages' }))
  expect(await screen.findByText('Nothing was sent to this channel.')).toBeTruthy()
})

it('renews a secret, and removes a channel', async () => {
  const user = userEvent.setup()
  await renderApp({ alerts: await alertsOf(WEBHOOK) }, ADDRESS)
  const more = () => screen.findByRole('button', { name: 'More for hooks.example.com' })
  await user.click(await more())
  await user.click(await screen.findByRole('menuitem', { name: 'Renew the secret' }))
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveProperty('value', 'whsec_new')

  await user.click(await more())
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Nobody is notified yet')).toBeTruthy()
})

it('shows a channel of a kind that only a newer server knows by that kind, and offers no form for it', async () => {
  const alerts = await alertsOf()
  alerts.put('org-1', { id: 'channel-9', kind: 'pager', recipients: [], events: ['failed'], rejectsAbove: 0 })
  const user = userEvent.setup()
  await renderApp({ alerts }, ADDRESS)

  await user.click(await screen.findByRole('button', { name: 'More for pager' }))
  expect(screen.getByRole('menuitem', { name: 'Remove' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  expect(screen.queryByText('E-mail')).toBeNull()
})

it('says in German why a message has not arrived', async () => {
  const alerts = await alertsOf(WEBHOOK)
  const answerSentence = sentence`It did not answer within 15 seconds.`
  alerts.reply = { state: 'given-up', answer: inEnglish(answerSentence), answerSentence }
  await alerts.test('org-1', 'channel-1')
  await renderApp({ alerts }, ADDRESS, { locale: 'de' })

  expect(await screen.findByText('Keine Antwort innerhalb von 15 Sekunden.')).toBeTruthy()
})

it('gives a channel a name, and shows what a file owns until somebody takes it over', async () => {
  const alerts = await alertsOf(WEBHOOK)
  const user = userEvent.setup()
  await renderApp({ alerts }, ADDRESS)
  const menu = async (name: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await menu('hooks.example.com', 'Edit')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Data team')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('row', { name: /Data team/ })).toBeDefined()

  alerts.put('org-1', { ...WEBHOOK, id: 'channel-2', name: 'On call', codeFile: 'alert-channels/on-call.yaml' })
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  const row = await screen.findByRole('row', { name: /On call/ })
  expect(row.textContent).toContain('Owned by the file alert-channels/on-call.yaml')
  await user.click(within(row).getByRole('button', { name: 'More for On call' }))
  await screen.findByRole('menuitem', { name: 'Take over in the application' })
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Renew the secret' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Take over in the application' }))
  await menu('On call', 'Edit')
  expect(await screen.findByRole('dialog')).toBeDefined()
})
