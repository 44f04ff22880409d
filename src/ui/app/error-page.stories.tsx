import type { Meta, StoryObj } from '@storybook/react-vite'

import { ErrorPage } from './error-page.tsx'

const meta = {
  title: 'Pages/Error',
  component: ErrorPage,
  parameters: { layout: 'fullscreen', shows: 'Something went wrong' },
} satisfies Meta<typeof ErrorPage>

export default meta

export const Broken: StoryObj<typeof meta> = {}
