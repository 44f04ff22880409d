import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'

import { CronProvider, useCron } from './cron.tsx'
import { prepareCronHelper } from './cron-helper.ts'

const Schedule = ({ cron }: { cron: string }) => <p>{useCron().inWords(cron, 'en')}</p>

it('hands the helper that was prepared at start-up to whatever shows a schedule', async () => {
  const cron = await prepareCronHelper()

  await act(async () =>
    render(
      <CronProvider cron={cron}>
        <Suspense>
          <Schedule cron="0 6 * * *" />
        </Suspense>
      </CronProvider>,
    ),
  )

  expect(await screen.findByText('At 6:00 AM')).toBeDefined()
})

it('loads what is behind it once, however many schedules there are', async () => {
  const cron = await prepareCronHelper()

  expect(cron()).toBe(cron())
})
