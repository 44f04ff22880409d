/// <reference types="vite/types/importMeta.d.ts" />
import { expect, it } from 'vitest'

import { createMemoryApp } from '../../src/composition/memory-app.ts'
import { type StoryFile, storiesOf, tryStory } from './try-story.ts'

const stories = storiesOf(
  import.meta.glob<StoryFile>(['../../src/ui/**/*.stories.tsx', '!../../src/ui/kit/**'], { eager: true }),
)

it('every route has its stories', async () => {
  const { app } = await createMemoryApp({}, { address: '/' })
  const routes = Object.keys(app.router.routesByPath)
  const told = new Set(
    stories.flatMap(([, { args }]) => {
      const [pathname = ''] = String(args['address']).split('?')
      const [, , found] = app.router.getMatchedRoutes(pathname)
      return found?.fullPath ?? []
    }),
  )

  expect(routes.length).toBeGreaterThanOrEqual(14)
  expect(told).toEqual(new Set(routes))
})

it.each(stories)('%s shows what it says', (_, story) => tryStory(story))
