import type { Messages } from '@lingui/core'

/** The English texts as code of the client, in case the data of a language cannot be loaded. */
export const loadBundledEnglish = (): Promise<{ readonly messages: Messages }> => import('./locales/en.po')
