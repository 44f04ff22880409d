import { describe, expect, it } from 'vitest'

import { CHANNEL_FORMS, type FormedAlert } from './channel-form.ts'

const alert = (type: FormedAlert['message']['type'], changes: Partial<FormedAlert> = {}): FormedAlert => ({
  message: {
    type,
    raised_at: '2026-03-02T06:00:07Z',
    organization: { id: 'o', name: 'Analytical Engines' },
    flow: { id: 'f', name: 'Orders' },
  },
  headline: '“Orders” has failed',
  lines: ['Somebody holds t1.', 'Try later.'],
  url: 'https://millrace.example/runs/r',
  ...changes,
})

const formed = (kind: 'slack' | 'teams' | 'pagerduty', given: FormedAlert, key = '') =>
  JSON.parse(JSON.stringify(CHANNEL_FORMS[kind]?.(given, key)))

describe('a message to Slack', () => {
  it('has a text for notifications, its lines, and a button that opens the run', () => {
    expect(formed('slack', alert('flow.failed'))).toEqual({
      text: '“Orders” has failed',
      blocks: [
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '*“Orders” has failed*\nSomebody holds t1.\nTry later.' },
        },
        { type: 'context', elements: [{ type: 'mrkdwn', text: 'Analytical Engines' }] },
        {
          type: 'actions',
          elements: [
            { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://millrace.example/runs/r' },
          ],
        },
      ],
    })
  })

  it('makes no link and no mention of what a table is called, and is never too long', () => {
    const { text, blocks } = formed(
      'slack',
      alert('flow.failed', { headline: '<!channel> & <https://evil.example|click>', lines: ['x'.repeat(5_000)] }),
    )
    expect(text).toBe('&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt;')
    expect(blocks[0].text.text).toHaveLength(3_000)
  })
})

describe('a message to Teams', () => {
  it('is an adaptive card with a button, and without one where the server knows no address of its own', () => {
    const { content } = formed('teams', alert('flow.failed')).attachments[0]
    expect(content).toMatchObject({
      type: 'AdaptiveCard',
      body: [{ text: '“Orders” has failed' }, { text: 'Somebody holds t1.' }, { text: 'Try later.' }, {}],
      actions: [{ type: 'Action.OpenUrl', url: 'https://millrace.example/runs/r' }],
    })
    const without = formed('teams', alert('flow.failed', { url: undefined })).attachments[0].content
    expect(without).not.toHaveProperty('actions')
  })

  it('makes no link of what a table is called', () => {
    const { body } = formed('teams', alert('flow.failed', { lines: ['[click](https://evil.example) *_'] }))
      .attachments[0].content
    expect(body[1].text).toBe('\\[click\\](https://evil.example) \\*\\_')
  })
})

describe('an event to PagerDuty', () => {
  it('opens an incident of the flow with its key, and the next success resolves it', () => {
    expect(formed('pagerduty', alert('flow.failed'), 'R0UT1NG')).toMatchObject({
      routing_key: 'R0UT1NG',
      event_action: 'trigger',
      dedup_key: 'millrace/f',
      payload: {
        summary: '“Orders” has failed',
        source: 'Analytical Engines',
        severity: 'error',
        timestamp: '2026-03-02T06:00:07Z',
        custom_details: { details: 'Somebody holds t1.\nTry later.' },
      },
      links: [{ href: 'https://millrace.example/runs/r' }],
    })
    for (const type of ['flow.recovered', 'run.succeeded'] as const)
      expect(formed('pagerduty', alert(type))).toMatchObject({ event_action: 'resolve', dedup_key: 'millrace/f' })
  })

  it('keeps rejected rows apart from failures, because a success does not end them', () => {
    expect(formed('pagerduty', alert('flow.rejected'))).toMatchObject({
      event_action: 'trigger',
      dedup_key: 'millrace/f/rejected',
      payload: { severity: 'warning' },
    })
  })
})
