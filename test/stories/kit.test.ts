/// <reference types="vite/types/importMeta.d.ts" />
import { expect, it } from 'vitest'

import { type StoryFile, storiesOf, tryStory } from './try-story.ts'

const parts = Object.keys(import.meta.glob('../../src/ui/kit/*/*.tsx')).map((path) => path.split('/').at(-2))
const files = import.meta.glob<StoryFile>('../../src/ui/kit/*/*.stories.tsx', { eager: true })

it('every part of the kit has its stories', () => {
  const told = [...new Set(Object.keys(files).map((path) => path.split('/').at(-2)))]

  expect(told.length).toBeGreaterThan(30)
  expect(told).toEqual([...new Set(parts)])
})

it.each(storiesOf(files))('%s shows what it says', (_, story) => tryStory(story))
