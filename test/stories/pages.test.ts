/// <reference types="vite/types/importMeta.d.ts" />
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'

import { createAppRouter } from '../../src/ui/app/router.tsx'
import { type StoryFile, storiesOf, tryStory } from './try-story.ts'

const stories = storiesOf(
  import.meta.glob<StoryFile>(['../../src/ui/**/*.stories.tsx', '!../../src/ui/kit/**'], { eager: true }),
)

it('every route has its stories', () => {
  const router = createAppRouter({ services: new Promise(() => undefined), history: createMemoryHistory() })
  const routes = Object.keys(router.routesByPath)
  const told = new Set(
    stories.flatMap(([, { args }]) => {
      const [pathname = ''] = String(args['address']).split('?')
      const [, , found] = router.getMatchedRoutes(pathname)
      return found?.fullPath ?? []
    }),
  )

  expect(routes.length).toBeGreaterThanOrEqual(14)
  expect(told).toEqual(new Set(routes))
})

it.each(stories)('%s shows what it says', (_, story) => tryStory(story), 30_000)
