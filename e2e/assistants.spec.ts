import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'

import { Person } from './support/person.ts'

test('an assistant tries a flow, a person approves what it shows, and the assistant runs it once', async ({ page }) => {
  const ada = new Person(page)
  const { flow } = await ada.settlesInWithFlow()
  await ada.opens('/organization-settings?section=keys')
  await ada.presses('Create a key')
  const dialog = page.getByRole('dialog', { name: 'Create a key' })
  await dialog.getByLabel('Name').fill('Claude')
  await dialog.getByRole('radio', { name: /^Editor/ }).check()
  await dialog.getByRole('checkbox', { name: /^For an assistant/ }).check()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue()

  const assistant = new Client({ name: 'journey', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await assistant.connect(new StreamableHTTPClientTransport(new URL('/mcp', page.url()), { requestInit }))
  const calls = async (name: string, ids: Record<string, unknown>) => {
    const { isError, content } = await assistant.callTool({ name, arguments: ids })
    return { isError: isError === true, answer: JSON.stringify(content) }
  }
  const tried = await calls('dryRunFlow', { flowId: flow })
  expect(tried).toMatchObject({ isError: false })
  const dryRun = /run_id\W+([\da-f-]{36})/.exec(tried.answer)?.[1] ?? ''
  const runs = () => calls('runApproved', { runId: dryRun })
  expect(await runs()).toMatchObject({ isError: true, answer: expect.stringContaining('approve') })

  const looks = () => calls('showFlowRows', { flowId: flow, body: { stream: 'public.orders' } })
  expect(await looks()).toMatchObject({ isError: true, answer: expect.stringContaining('An owner or an admin') })
  await ada.opens('/organization-settings?section=keys')
  const mayShow = page.getByRole('checkbox', { name: 'Assistants may see values of rows' })
  // Not `check`, which looks before the page has drawn the new state.
  await mayShow.click()
  await expect(mayShow).toBeChecked()
  await expect.poll(looks).toMatchObject({ isError: false, answer: expect.stringContaining('placed_at') })

  await ada.opens(`/runs/${dryRun}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Would succeed', { timeout: 30_000 })
  await ada.presses('More for this run')
  await page.getByRole('menuitem', { name: 'Approve for an assistant' }).click()
  await expect(page.getByText(/Approved by .* until/)).toBeVisible()

  expect(await runs()).toMatchObject({ isError: false })
  expect(await runs()).toMatchObject({ isError: true })
  await assistant.close()
  await expect(page.getByText(/Approved by .*, run /)).toBeVisible()
  await ada.goesTo('Runs')
  const started = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)
  await expect(started).toContainText('Claude')
  await expect(started).toContainText('Succeeded', { timeout: 30_000 })
})
