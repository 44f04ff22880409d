import { composeStory } from '@storybook/react-vite'
import { expect, it } from 'vitest'

import meta, { Empty } from '../../src/ui/flows/page/flows-page.stories.tsx'
import { tryStory } from './try-story.ts'

it('shows a page in the language and theme that the toolbar says', async () => {
  const globals = { locale: 'de', theme: 'dark' }
  await tryStory(composeStory({ ...Empty, globals, parameters: { shows: 'Noch keine Flows' } }, meta))

  expect(document.documentElement.lang).toBe('de')
  expect(document.documentElement.dataset['theme']).toBe('dark')
})
