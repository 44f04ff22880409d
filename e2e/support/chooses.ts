import type { Locator } from '@playwright/test'

/** Chooses from a searched list in a dialog: types until the option is the first, and takes it. */
export async function chooses(dialog: Locator, label: string, option: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: label })
  await field.fill(option)
  await field.press('Enter')
}
