import '../support/quick-react.ts'
import '../support/browser-stand-ins.ts'

import { composeStories, type composeStory, setProjectAnnotations } from '@storybook/react-vite'
import { configure, logDOM, screen } from 'storybook/test'
import { afterEach, expect, vi } from 'vitest'

import preview from '../../src/ui/.storybook/preview.tsx'
import { elementError } from '../support/element-error.ts'

export type StoryFile = Parameters<typeof composeStories>[0]
type Story = ReturnType<typeof composeStory>

/** What has to be seen of a story: words, or an element by its role and name. */
type Shows = string | { readonly role: string; readonly name: string | RegExp }

/** Said by React where two test tools take turns in telling it that a test runs: it says nothing of the story. */
const ABOUT_THE_TOOLS = 'The current testing environment is not configured to support act(...)'

/** Pages and dialogs are chunks of their own, which a busy machine takes its time to load. */
const PATIENCE = { timeout: 30_000 }
vi.setConfig({ testTimeout: 40_000 })

setProjectAnnotations(preview)
configure({ getElementError: elementError })
afterEach(({ task }) => {
  if (task.result?.state === 'fail') logDOM()
})

/** The stories of all files given, each with the name that Storybook lists it under. */
export const storiesOf = (files: Readonly<Record<string, StoryFile>>): readonly (readonly [string, Story])[] =>
  Object.values(files).flatMap((file) =>
    Object.entries<Story>(composeStories(file)).map(([name, story]) => [`${file.default.title} › ${name}`, story]),
  )

/** Shows a story as Storybook does, and looks for what it says it shows; an error in the console or in a toast fails it. */
export async function tryStory(story: Story): Promise<void> {
  const logged = vi.spyOn(console, 'error')
  await story.run()
  const { shows, hasToast = false }: { shows?: Shows; hasToast?: boolean } = story.parameters
  if (shows === undefined) throw new Error('A story says in `parameters.shows` what is to be seen of it.')
  if (typeof shows === 'string') await screen.findAllByText(shows, {}, PATIENCE)
  else await screen.findAllByRole(shows.role, { name: shows.name }, PATIENCE)
  expect(logged.mock.calls.filter(([message]) => message !== ABOUT_THE_TOOLS)).toEqual([])
  expect(document.querySelector('[data-toasts] [role=alert]') !== null).toBe(hasToast)
  logged.mockRestore()
}
