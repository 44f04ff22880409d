import type { Messages } from '@lingui/core'

/** The English text as code of the client, for when the data of a language does not arrive. */
export const loadBundledEnglish = (): Promise<{ readonly messages: Messages }> => import('./locales/en.po')
