import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { CronProvider, useCron } from './cron.tsx'
import { loadCronHelper } from './cron-helper.ts'

const Schedule = ({ cron }: { cron: string }) => <p>{useCron().inWords(cron, 'en')}</p>

it('hands the helper that was loaded at start-up to whatever shows a schedule', async () => {
  render(
    <CronProvider cron={await loadCronHelper()}>
      <Schedule cron="0 6 * * *" />
    </CronProvider>,
  )

  expect(screen.getByText('At 06:00')).toBeDefined()
})
