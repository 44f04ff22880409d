import type { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'

/** Two channels, and messages that arrived, wait, or were given up. */
export function fillAlerts({ alerts }: ReturnType<typeof memoryPorts>): void {
  const events = ['failed', 'recovered', 'late'] as const
  void alerts.create('org-1', {
    kind: 'email',
    recipients: ['ops@example.com', 'ada@example.com'],
    events,
    rejectsAbove: 0,
  })
  void alerts.create('org-1', {
    kind: 'webhook',
    url: 'https://hooks.example.com/millrace',
    recipients: [],
    events: [...events, 'rejected'],
    rejectsAbove: 5,
    flowIds: ['flow-1'],
  })
  const flow = { id: 'flow-1', name: 'Orders' }
  const sent = { channelId: 'channel-2', flow, attempts: 1, raisedAt: '2026-01-05T08:00:00.000Z' }
  alerts.body = JSON.stringify({
    ...{ type: 'flow.failed', raised_at: '2026-01-05T08:00:00.000Z', flow },
    run: { id: 'run-1', status: 'failed', rows_read: 6200, rows_written: 0, rows_rejected: 0 },
  })
  alerts.sent = [
    { ...sent, id: 'd-3', event: 'recovered', state: 'waiting', attempts: 2, status: 503, answer: 'closed for lunch' },
    {
      ...sent,
      id: 'd-2',
      event: 'late',
      state: 'given-up',
      answer: 'Nothing answers at hooks.example.com on port 443.',
    },
    { ...sent, id: 'd-1', event: 'failed', state: 'delivered', status: 200, answer: 'thanks', tookMs: 184 },
  ]
}
