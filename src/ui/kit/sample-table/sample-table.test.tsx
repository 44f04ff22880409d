import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { SampleTable } from './sample-table.tsx'

const columns = Array.from({ length: 500 }, (_, at) => ({ name: `column_${at + 1}`, type: 'text' }))
const rows = Array.from({ length: 100 }, (_, row) => columns.map(({ name }) => `${name} of ${row + 1}`))

it('draws of a wide table only the cells in view, and says how many there are', async () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  render(
    <I18nProvider i18n={i18n}>
      <SampleTable label="Rows of orders" columns={columns} rows={rows} />
    </I18nProvider>,
  )

  expect(await screen.findByText('column_1 of 1')).toBeDefined()
  expect(screen.queryByText('column_500 of 1')).toBeNull()
  expect(document.querySelectorAll('td').length).toBeLessThan(1_000)
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-colcount')).toBe('500')
  expect(table.getAttribute('aria-rowcount')).toBe('101')
})
