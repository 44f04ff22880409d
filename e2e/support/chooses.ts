import type { Locator } from '@playwright/test'

/** Chooses from a searched list in a dialog. */
export async function chooses(dialog: Locator, label: string, option: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: label })
  await field.click()
  await field.fill(option)
  await field.page().getByRole('option', { name: option }).first().click()
}
