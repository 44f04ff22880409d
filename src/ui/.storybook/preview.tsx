import '@fontsource-variable/inter'
import '../kit/tokens.css'
import '../kit/base.css'

import { I18nProvider } from '@lingui/react'
import type { Preview } from '@storybook/react-vite'

import { LANGUAGES, loadI18n } from '../i18n/locale.ts'

/** Every story in both themes and languages, chosen in the toolbar. */
const preview: Preview = {
  globalTypes: {
    theme: {
      toolbar: { title: 'Theme', icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true },
    },
    locale: {
      toolbar: {
        title: 'Language',
        icon: 'globe',
        items: LANGUAGES.map(({ locale, name }) => ({ value: locale, title: name })),
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light', locale: 'en' },
  loaders: [async ({ globals }) => ({ i18n: await loadI18n(globals['locale']) })],
  decorators: [
    (Story, { globals, loaded }) => {
      document.documentElement.dataset['theme'] = globals['theme']
      return (
        <I18nProvider i18n={loaded['i18n']}>
          <Story />
        </I18nProvider>
      )
    },
  ],
}

export default preview
